import {
  LetterToSoundPronunciation,
  type PronunciationRules,
} from '../../shared/pronunciation/letter-to-sound-pronunciation.ts'
import type { LoadPronunciation } from '../../shared/pronunciation/pronunciation.ts'
import { anyOf } from '../../shared/text/word-list.ts'
import { GERMAN_CORRECTIONS, GERMAN_FIRST_PARTS, GERMAN_SECOND_PARTS } from './corrections.ts'
import { heard } from './heard.ts'
import { GERMAN_HETERONYMS } from './heteronyms.ts'
import { GERMAN_NEAR_PHONES, GERMAN_PHONES } from './ipa.ts'
import { GERMAN_NUMERALS } from './numerals.ts'
import { respelled } from './respelled.ts'
import { suffixesUnstressed } from './suffixes.ts'

/** Words before the participle of their verb: "frei|gestellt". */
const BEFORE_PARTICIPLE = `frei statt bereit los weg fehl gleich krank sicher kennen übrig her raus heim fort fest ran rum drauf
  einher entgegen gegenüber klar kurz schief tot dar rauf runter bekannt bloß dazwischen empor früh groß
  still zurecht nieder durcheinander hängen fallen verloren allein hierher neu`

/** Stems that compounds begin with ("Sozial|hilfe"), and adjectives and verbs, too ("Sozialist", "telefonieren"). */
const STEMS = `jugend schrift sozial militär national regional spezial lokal digital zivil normal zentral original personal general
  radikal global maximal minimal total real finanz(?!ie) horror terror kultur struktur natur konjunktur medizin telefon
  budget negativ offensiv defensiv intensiv exklusiv parallel extrem beton transfer transit alkohol pilot
  radio grund(?!leg) erfolg(?!s) gold(?!en) halb asyl saison bürger mobil`

/** Short words with a long vowel, before the letters that show a compound ("Spät|lese", "Tor|jäger", but not "Tornado"). */
const LONG_WORDS = `spät(?=[abdfhklmnrsw]..) süß(?=[dhkmsw]..) blöd(?=[hms]..) brot(?=[^eslt]..|sch)(?!her) brat(?=[abfhkprw]..)
  öl(?=[bdfghkmnpqrsvwz]..) gas(?=[bdfhlmnrvwz]..|ko[ck]) rad(?=[bfghkmnprsz]..|t[eo]|we[lt]) lob(?=[gr]..|lied|pr|s[ai]n|hud)
  blas(?=in|ka|mu|ro) prüf(?=st) stör(?=f[aä]) kron(?=bl|kor|prin|juw|zeu|leu) tuch(?=[fhmw]..) chor(?=[fghklmsw]..|pr)
  tot(?=[bfgklmnpqrsvw]..) tat(?=[bhkmvw]..|ei|ort) ton(?=[ad][bir]|[fhklv]..|silb|sp|st[uöä]|tau|zi)
  tor(?=he|jäg|lin|lo[sz]|rei|sch[luü]|vor|wart|wä|fra) gut(?=d[ü]|gl|h[eo]|me|mü|sch|si|wil) grab(?=mal|st|sch|kam)
  bar(?=ho[cc]|mix|man|dam|fuß|füß|ge[l]|häu|hau|zah|bus)
  kur(?=fü|hau|ort|pfu|gas|par) wal(?=fis|fle|hai|fan) stil(?=blü|bru|mit|los|mäß|sic) brach(?=li|la)
  mut(?=los|wil) ja(?=wort) klo(?=bri|bür|pap|fra|dec|spü) schaf(?=[hkpz]..|fell) schmal(?=[bhls]..) schräg(?=[dsl]..)
  trüb(?=[hs]..) scham(?=[hl]..|be) thron(?=[bfsr]..) hut(?=[mkl]..) schön(?=fä|ge|l[i]|red|sch|we) dom(?=he|kap|kir|sti|pl|ka)
  ur(?=be[vw]|bil|ge[sm]|groß|hei|spra|schr|stif|stro|wal|zei|vie|aufz) tag(?=bau|fal|hel|trä|wer) dar(?=leg|bie|bri)
  los(?=kett|ge[bh]|lös|mar|bre|prü) grob(?=[hkp]..) prim(?=zah|fak) erd(?=b[^er]|[fklmnpstvw][^ra]|ober|um|ähn|öl|eich|rut) empor(?=[bhks]..)
  fuss(?=[bgkmnptw]..) (?:ab|nach|auf|über)hol(?=[bdfgjkors]..|te[ar]|zei) mass(?=ge[bhns]|neh|voll|schn|los|arb|einh) strassen(?=[^.]{3})
  her(?=fü|lan|lei|rei[cßs]|rich|stel|hal|geb)`

/** Where a compound is divided. */
const JOINT = new RegExp(
  [
    // The "s" that joins a noun with such an ending to another ("Wohnung|s|suche")
    /(?<=[aeiouyäöü].{1,6}(?:ung|heit|keit|schaft|ion|tät))s(?!ch|tel)(?=.{4})/,
    // Between two "s" ("Glücks|spiel"), between "s" and "sch" ("Hals|schmerzen", but not "bisschen"), and before "Amt"
    /(?<=..[gkt]s)(?=s[pt])/,
    /(?<=.{2}s)(?=sch(?!ens?$).{2})/,
    /(?<=[bdfgklmnprt]s)(?<!langs|^mits)(?=amte?s?$)/,
    // Between "ch" and "s" ("Stech|schritt"), between "s" and "-chen" ("Häus|chen"), and before "Tür"
    /(?<=^(?:bre|pe|ste|ble|mil|stri|da|fa|ba|bu|tu|lo|ko|spra|rie)ch)(?=sch|s[pt]|salz)/,
    /(?<=[hm]äus|[bg]läs|[hn]äs|(?<!f)rös)(?=chens?$)/,
    /(?<=..[^aikst]|[^s]s)(?<!aven)(?=türe?n?$)/,
    // Around the "zu" of "nachzudenken", and behind "nach", but not in "Nachbar" and "Nacht"
    /(?<=^nach)zu(?=.{3,}n$)/,
    /(?<=^nach)(?!bar|en|os)(?=[^t].{2})/,
    // Behind short words with a long vowel ("Schlaf|sack", "Not|lage", but not "straffen" and "Türkei")
    /(?<=^(?:schlaf|straf|hof)(?!f|ie)|^(?:schlag|spaß|grün|maß|süd|tod)(?!d)|^tür(?!k[aei]|m[ec]))(?!lich|ung|bar|isch|t[ae]?s?t?$|st$)(?=[^e].{2})/,
    /(?<=^not)(?!ruf)(?=[bdlrsw].{2}|h(?:ilf|elf))/,
    /(?<=^rot)(?=[bfgklw].{2}|h[aäu]|s[ct]|d[r])/,
    new RegExp(`(?<=^(?:${anyOf(LONG_WORDS)}))`),
    // Before the "ge" of a participle or of a verb ("raus|geworfen", "hin|gehen", but not "rangeln")
    new RegExp(`(?<=^(?:${anyOf(BEFORE_PARTICIPLE)}))(?=ge[^n].{2,12}(?:te?[mnrs]?|ene?[mnrs]?)$)`),
    /(?<=^(?:hin|d?ran|rein|fern))(?=ge(?!n$|ns?$|rs?$|l(?:ei|n|t|s?$))..)/,
    /(?<=^hin)(?=g[au]..)/,
    // Before an "h" behind a "t" or "z" ("Stadt|halle", "Holz|haus", but not "katholisch")
    /(?<=..(?:[^t]t|[lnr]z))(?<!ent)(?=h(?:aus|äuser|alle|ilf|änd|and|eit(?:en)?s?$|erz|errsch|errn?$|alt|ält|immel|of(?!l)|elf|ang|öhe|undert|aftig|aben[dt]|aber|ässlich|auptst|erstell|eirat|enne|ähnchen|ai$|als(?=$|i|ab)|auf))/,
    // Behind words that others begin with in the same letters
    new RegExp(
      `(?<=^(?:${anyOf(STEMS)}))(?!is|it|ier|ell|lich|ung|tät|ik|abl|at(?:en?)?$|log|ant(?!r)|al(?:e[nrs]?)?$|är)(?=.{4})`,
    ),
    /(?<=^(?:mord|grab|sieg|spiele|sende|rede|lande|nachfolge|anmelde|ausrufe|härte|städte|güte|kohle|halte|wärme|entnahme|liege|lage|hänge|säge|käse|gänse|schneide|binde|schiebe|tage(?=[bw]))(?!e|r|n|s))(?=.{4})/,
    // Behind words with a long vowel or with a weak end ("Hasen|fuß", "Nadel|kissen", but not "Westend" and "Patent")
    /(?<=^(?:abenteuer|ameisen|atem|namens|schaden|schwanen|adler|hasen|haken|besen|graben|raben|fladen|faden|schalen|küchen|buchen|westen|seiten|maler|zaren|taten(?!t)|nadel|pendel|spargel|paten(?!t)|angel(?=[hkprz]|lei)))(?=[^aeinrs]..|s[^e])/,
    // Behind the "en" of loan words and of what is made of them ("Piraten|schiff", "Kassetten|rekorder", "Marien|käfer")
    /(?<=..(?:[aeiu]t|[aeo]tt|ant|ent|ist|ekt|on|(?<![ae])in|an|(?<!g)ell|al|ar|ag|(?:[lr]|[aeou]n)i)en)(?!e|haft|heit|los)(?=[bcfghjklmnprvw].{2}|d(?:a|ie|o|r|u)|s(?:ch|p|[aouäöü]|i(?!sch)|end|ee|eil|ekt|t[aäoöuür])|t(?:isch|ür|ier(?!t|en|un)|um|üm|asch|rak|anz|ee|eil|ak|af|ell|op)|z(?:ei|u|ü|ah|äh|imm|op|entr|it))/,
    // Before "Krankenhaus", and behind "Amts" and "Rechts" before a vowel
    /(?<=..[^e])(?=krankenh[aä]us)/,
    /(?<=^amts)(?=[aäeiouöü])/,
    /(?<=..(?:re|ri)chts)(?=ordn|einsi|akti|anwält)/,
    // Behind "-er" before a vowel ("Richter|amt", but not "Daten|verarbeitung")
    /(?<=..[^aeiouäöüvhz]er)(?=amt|ämter|antr[aä]|anteil|anspr[uü]|ablehn|abf[aä]ll|abz[uü]|arbeit|ausg[aä]|aufwa|aufg[aä]b|auftr[aä]|entschäd|entwickl|einsatz|eink[uü]|eigen|ereign|urlaub|imita)/,
    // Behind "-zig" ("vierzig|jährig"), and between "e" and "h" ("Gemüse|händler")
    /(?<=(?:zwan|vier|fünf|sech|sieb|acht|neun)zig|dreißig|hundert|tausend)(?=jähr|minüt|stünd|eck|fach|tägig|seit|köpf|pro|pfenn)/,
    /(?<=..[^aebg]e)(?=h(?:ändl|andl|altig|aus|äus|ütt|ühn|uhn|und|immel|of(?![fi])))/,
    // Behind a "d" that is said as a "t" before an "r" ("Land|rat", but not "Landry")
    /(?<=^(?:land|wald|wind|abend|mund|strand|feld|geld|wild))(?=r(?:at|ät|äu|auc|aub|aum|ot|ich|and|änd|eis|echt|ege|os[et]))/,
    // "glücklicher|weise", "mütterlicher|seits"
    /(?<=(?:[^ae]ig|lich)er)(?=(?:weise|seits)$)/,
    // "Klage|verfahren", "Nicht|raucher"
    /(?<=^klage)(?!n|de|rin)(?=.{4})/,
    /(?<=^nicht)(?!i)(?=[^esz].{3}|s[^e])/,
    /(?<=^nord(?!er|en|is))(?=.{3})/,
    /(?<=^(?:hunde|euro(?!p)|spar(?!t)|rechts(?!ch|prech)|klar(?!in)))(?!r)(?=.{4})/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

const LETTER_NAMES = {
  A: 'aː1',
  B: 'b eː1',
  C: 'ts eː1',
  D: 'd eː1',
  E: 'eː1',
  F: 'ɛ1 f',
  G: 'ɡ eː1',
  H: 'h aː1',
  I: 'iː1',
  J: 'j ɔ1 t',
  K: 'k aː1',
  L: 'ɛ1 l',
  M: 'ɛ1 m',
  N: 'ɛ1 n',
  O: 'oː1',
  P: 'p eː1',
  Q: 'k uː1',
  R: 'ɛ1 ɐ',
  S: 'ɛ1 s',
  T: 't eː1',
  U: 'uː1',
  V: 'f aʊ1',
  W: 'v eː1',
  X: 'ɪ1 k s',
  Y: 'ʏ1 p s iː0 l ɔ0 n',
  Z: 'ts ɛ1 t',
  Ä: 'ɛː1',
  Ö: 'øː1',
  Ü: 'yː1',
}

/** The names of letters with an "s" ("w's" of "L K w's"). */
function severalLetters(): [spoken: string, phones: string][] {
  return Object.entries(LETTER_NAMES).map(([letter, name]) => [`${letter.toLowerCase()}'s`, `${name} s`])
}

/** German is regular, except for loan words. */
const RULES: PronunciationRules = {
  network: 'letter-to-sound-de',
  letters: "abcdefghijklmnopqrstuvwxyzäöüß'",
  letterNames: { ...LETTER_NAMES, ...Object.fromEntries(severalLetters()) },
  heteronyms: GERMAN_HETERONYMS,
  numerals: GERMAN_NUMERALS,
  corrections: GERMAN_CORRECTIONS,
  secondParts: GERMAN_SECOND_PARTS,
  firstParts: GERMAN_FIRST_PARTS,
  suffixes:
    /(?:ung(?:en)?|(?<!wert)ig(?:ung|keit)?(?:st)?(?:e[mnrs]?|en)?|isch(?:e[mnrs]?)?|(?<!ball)erin(?:nen)?)$/,
  joint: JOINT,
  endings: [
    { letters: 's', phones: 's', after: /.{2}[^sxz]$/ },
    { letters: 'n', phones: 'n', after: /.{2}e[lr]?$/ },
    { letters: 'nen', phones: 'ə n', after: /.{2}in$/ },
  ],
  plain: respelled,
  heard,
  joined: suffixesUnstressed,
  phones: GERMAN_PHONES,
  nearPhones: GERMAN_NEAR_PHONES,
}

export default ((resources) => LetterToSoundPronunciation.load(resources, RULES)) satisfies LoadPronunciation
