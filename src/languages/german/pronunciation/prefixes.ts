import { anyOf } from '../../shared/text/word-list.ts'

/** What follows "über", "unter" and "hinter" where the stress is on it ("überleben", but "Überfall"). */
const AFTER_UEBER = `rasch leb n[ei][hm]m nomm nahm(?!e$) leg zeug setz lass läss ließ g[ei]b gab$ gaben$ fallen fällt fiel seh sieh sah wach
  tr[ie]+b treib tragen trage$ tragt tragung tragbar träg trug red fahren fährt fuhr nacht steh stand wind wand wund denk
  dach[td] bring brach quer schr[ei]+t m[ie]tt[el] hol arbeit reich spr[iu]ng tr[eio]ff weis wies last flut list zieh zog
  st[ei]+g rump renn rann schwemm biet bot lad roll schr[ei]+b gangen geh(?!st$) schlagen schlägt dauer eil frag spiel
  fl[ieo]+g stell stimm deck trumpf schatt rag anstreng mann liefer hitz komm kam spann lager g[oi][sße]+ reizt wieg forder
  heb hob hör schätz tret trat schn[ei]+[dt] stürz füll färb wölb blend häuf wuch wält ant sät dreh tön täub bau(?!$|t) zücht
  müd höh lapp brück dehn pinsel prüf schuld schütt führ zeich winter haupt all(?!erg) aus$ ein(?!fach|wohn) dies$ hand`
const AFTER_UNTER = `n[ei][hm]m nomm nahm halten haltet halte$ haltung haltsam hält hiel such schr[ei]+b br[eioa]ch scheid schieden richten?$
  richtet richtest richtung zeich grab gräb grub stell lag$ lass läss ließ sag bind band bund lieg breit w[eioaä]rf zieh zog
  steh stütz dess einander schätz drück joch fang red tr[ei]+b läuf laufen schlagen schlägt schlagung gebene? mauer str[ei]+ch
  teilt teilen teilung glieder legen legt weis wies bleib blieb biet bot mini hach kühl`
const AFTER_HINTER = `lass läss ließ leg gehe?n? geht gehst gang[e] ging zieh zog frag bl[ei]+b her einander treib trag`

/** The same for "um", "durch", "wider", "miss" and "voll" ("umarmen", but "Umzug"). */
const AFTER_UM = `arm ring zingel fass stritt sorg schl[iu]ng kreis(?!e?s?$) garn w[eoä]rb wob hüll klamm flor rand rund gehend sonst her hin$
  einander geb(?:en|end.*|t)$ gib gab(?:en|st|t)?$ nacht segel mauer zäun schrieben`
const AFTER_DURCH = `such schau quer dacht leb leucht dr[iau]ng tränk kreuz wühl näss zuck streif forst einander aus$`
const AFTER_WIDER = `steh standen stünd spr[ei]ch sprach sproch fahr fuhr setz leg streb rufen ruft`
const AFTER_MISS = `handel handl ling lang lung acht(?!ung) brauchen brauche?t brauchte brauche$ traut billig gönn glück deut`
const AFTER_VOLL = `komm end(?!s) zieh zog zug bring brach streck führ`

/** What follows "zu" where the stress is on it, and where there is no such prefix ("zuletzt", "Zunge", but "Zufall"). */
const AFTER_ZU = `erst hause mindest vor letzt recht viel wenig folge einander liebe tiefst dem$ mute$ stande nichte teil$ mal$ allererst
  gunst gute$ leide wider nutze weilen gegen$ meist tage$ grunde gleich samm rück ruck frieden ungunst lasten hauf schanden
  schulden nächst unterst oberst innerst äußerst spät ende$ lande$ gange$ höchst`

/** Adverbs and others with the stress on their second part. */
const LATE_STRESS = `wo(?:durch|nach|bei|vor|von|raus|möglich|anders|gegen|für|mit|zu|rum) so(?:bald|fern|lang|gleich|dann|eben)
  jahr(?:hund|zehn|taus) bis(?:lang|weil) in(?:folge|frage|mitten|geheim) an(?:hand$|stelle$|statt|sonst) auf(?:grund)
  mit(?:samt|unter)$ statt(?:dess) hin(?:durch$) dem(?:nächst) von(?:nöten) kurz(?:um$) reih(?:um$) wenn(?:gleich) tag(?:täg)
  all(?:mäh|jähr|abend|mächt) wahr(?:schein) da(?:zwisch) zehn(?:taus) neu(?:see|guin|engl) süd(?:west|ost|öst)`

/** Whether the main stress is on a prefix or on what follows it, in the words that fit. */
interface Prefix {
  readonly words: RegExp
  readonly phones: RegExp
  readonly isStressed: boolean
}

const UEBER = /^yː[01] b ɐ(?= )/
const UNTER = /^ʊ[01] n t ɐ(?= )/
const HINTER = /^h ɪ[01] n t ɐ(?= )/
const FIRST_PART = /^(?:[^01əɐ ]+ )*[^ ]+[01](?: ɐ)?(?= )/

/** Those of which the first that fits is taken. */
const PREFIXES: readonly Prefix[] = [
  { words: wordsWith('über', AFTER_UEBER), phones: UEBER, isStressed: false },
  { words: /^über...(?!$)/, phones: UEBER, isStressed: true },
  { words: wordsWith('unter', AFTER_UNTER), phones: UNTER, isStressed: false },
  { words: /^unter...(?!$)/, phones: UNTER, isStressed: true },
  { words: wordsWith('hinter', AFTER_HINTER), phones: HINTER, isStressed: false },
  { words: /^hinter...(?!$)/, phones: HINTER, isStressed: true },
  { words: wordsWith('wider', AFTER_WIDER), phones: /^v iː[01] d ɐ(?= )/, isStressed: false },
  { words: /^wieder(?!hol|um)/, phones: /^v iː0 d ɐ(?= )/, isStressed: true },
  { words: /^gegen(?!über|ein)/, phones: /^ɡ eː0 ɡ (?:ə|ɛ[01]) n(?= )/, isStressed: true },
  { words: wordsWith('um', AFTER_UM), phones: /^ʊ[01] m(?= )/, isStressed: false },
  { words: wordsWith('durch', AFTER_DURCH), phones: /^d ʊ[01] ɐ ç(?= )/, isStressed: false },
  { words: /^durch(?:s(?:ch)?teh|fall|bring|check|blick)/, phones: /^d ʊ0 ɐ ç(?= )/, isStressed: true },
  { words: wordsWith('mi(?:ss|ß)', AFTER_MISS), phones: /^m ɪ1 s(?= )/, isStressed: false },
  { words: wordsWith('voll', AFTER_VOLL), phones: /^f ɔ[01] l(?= )/, isStressed: false },
  { words: /^voll..(?!$)/, phones: /^f ɔ0 l(?= )/, isStressed: true },
  { words: wordsWith('zu', AFTER_ZU), phones: /^ts uː[01](?= )/, isStressed: false },
  { words: /^zu(?!r[bcdfgklmnpqstvwxyz]|leika)/, phones: /^ts uː0(?= )/, isStressed: true },
  { words: wordsWith('', LATE_STRESS), phones: FIRST_PART, isStressed: false },
]

/** Words that begin so, also where "st" and "sp" are respelled. */
function wordsWith(prefix: string, rests: string): RegExp {
  return new RegExp(`^(?:${prefix})(?:${anyOf(rests).replace(/s(?=[tp])/g, 's(?:ch)?')})`)
}

/**
 * The phones of a word with the main stress on its prefix or after it, as in German. The model stresses both, or the wrong one.
 *
 * @param word in the letters of the model
 */
export function prefixStressed(phones: string, word: string): string {
  const prefix = PREFIXES.find(({ words }) => words.test(word))
  const start = prefix?.phones.exec(phones)?.[0]
  if (prefix === undefined || start === undefined) return phones
  const rest = phones.slice(start.length)
  if (!/[01]/.test(rest)) return phones
  return prefix.isStressed
    ? start.replace('0', '1') + rest.replace('1', '0')
    : start.replaceAll('1', '0') + stressedEarly(rest)
}

/** The phones with a stress on one of the first two full vowels: on the first, unless the second has one. */
function stressedEarly(phones: string): string {
  return /^[^01]*(?:1|0[^01]*1)/.test(phones) ? phones : phones.replace('0', '1')
}
