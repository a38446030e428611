import { stressedFirst } from './stress.ts'

/** Voiced obstruents before voiceless ones, also in a group, and before what cannot follow them in a syllable. */
const VOICED =
  /(?<= )(?:[bdvzɣ](?=(?: [bdvzɣ]){0,2} (?:[ptkfsxhʃ]|tʃ)(?: |$))|d(?= [lmnɣvz])|b(?= [mn])|ɣ(?= [vz]))/g
const VOICELESS: Readonly<Record<string, string>> = { b: 'p', d: 't', v: 'f', z: 's', ɣ: 'x' }

/** What comes before a phone that follows a voiceless consonant, in a regular expression. */
const VOICELESS_BEFORE = '(?<=(?:^| )(?:[ptkfsx]|tʃ) )'

/** Voiced fricatives behind voiceless consonants. */
const BEHIND_VOICELESS = new RegExp(`${VOICELESS_BEFORE}[vzɣ](?= )`, 'g')

/** The "g" behind voiceless consonants: "uitgaan", "opgave", "werkgever". */
const G_BEHIND_VOICELESS = new RegExp(`${VOICELESS_BEFORE}ɣ(?= |$)`, 'g')

/** A consonant that is there twice. */
const DOUBLE = /(?<!\S)([^aeiouyøɑɛɪɔʏœəʌ\s]{1,2}) \1(?!\S)/g

/** A name of a street or a place whose first part ends with "-en", "-er" or "-el". */
const PLACE =
  /.{2}[^aeiou](?<!gew|ll)e(?:[nr](?:buurt|broek|dam|dijk|donk|dorp|eind|gracht|heide|hoek|hof|horst|hout|kade|kerk|kwartier|laan|land|lo|markt|meer|park|plein|polder|steeg|straat|veld|weg|wijk)|l(?:buurt|gracht|hof|kade|plein|steeg|straat|weg|wijk))$/

/** What goes on after the "-tie" of a noun ("actie|groep"), but not after that of "creatieve" and "politieke". */
const AFTER_TIE =
  '(?=[bcdghjswz]|p[ailor]|p(?:er|ei)|f[au]|k[ar]|koo|l[aou]|le[is]|m[aiou]|n[aou]|r[aou]|re[dgkps]|t[aehijoru]|v[ailo]|ver.)'

/** What the letter-to-sound model makes of a spelling, and what is heard instead. */
const HEARD: readonly (readonly [spelling: RegExp, phones: RegExp, heard: string])[] = [
  // "verifieer"
  [/^verifi/, /^v ə/, 'v eː0'],
  // "mannetje", "pakjesavond", but not "pakketje"
  [/je/, /ɛ0(?= t j ə)|(?<=\S [jʃ] )ɛ0(?= [slnr] )/g, 'ə'],
  // "verschuldigd", "verdediging"
  [/[^aeiou]ig{1,2}(?:[dt]|ing|he)/, /(?<=1.{0,60})ɪ0(?= [xɣ])/, 'ə'],
  // "mirakel", "kogel", "tafel", but not "hotel", "model" and "bevel"
  [
    /[aeiouy].{0,20}(?:[fgkm]|(?<!ge)z|(?<!s|ka)p|(?<!mo)d|(?<!be)v|(?<!ho|mo|kar|[^r]s|oors|ers)t)els?$/,
    /(?<=[01].{0,60})ɛ[01](?= l(?: s)?$)/,
    'ə',
  ],
  // "kogelvrij", "sleutelbos", but not "slagveld"
  [
    /.{2}(?<!mod|kap|hot)el(?=[bghmnrvwzj]|s[tpclnmvwbk]|k[aolr]|p[lor]|t[aeoruw]|d[ir]|f[ilo])/,
    /(?<=1.{0,60} [bdfɣkpstvzxnmr] )ɛ0(?= l [bɣhmnrvʋzfjsxpkdt])/g,
    'ə',
  ],
  // "meningsverschil", "roofoverval", but not "universiteit"
  [/.{2}ver(?=[bdghkmprtvwz]|[ln][aeiou]|s[cptl])/, /(?<=\S [vf] )ɛ[01](?= r [bdɣhklmnprstvʋzfx] )/, 'ə'],
  // "stadsbestuur", "twistgesprek"
  [/.{3}[bg]e(?=s[ctpl])/, /(?<=\S [bxɣ] )ɛ0(?= [sxz] [xtpl])/, 'ə'],
  // "stemgerechtigd", "doorberekend", "raadgever", "geassocieerd"
  [
    /.{2}(?:ge(?:rech|rek|ret|rich)|be(?:reken|eld))/,
    /(?<=[01] (?:\S{1,2} ){0,4}[bxɣ] )eː0(?= (?:r|l) (?:ɛ|eː|ɪ)[01])/,
    'ə',
  ],
  [/.{2}gevers?$/, /ɣ ə(?= v ə r)/, 'ɣ eː0'],
  [/ieerd?$/, /iː1 eː0(?= r)/, 'iː0 ɪ1'],
  // "ademhalen", "bliksemsnel"
  [/.{2}em/, /(?<=1 \S{1,2} )ɛ0(?= m [hlnsxvʋtz])/, 'ə'],
  // "vredeswerk"
  [/[aeiouy].{0,20}[^aceiou]es(?=[bdfghlmnrvwz])/, /(?<=\S )ɛ0(?= s [bdfɣhklmnprvʋz])/, 'ə'],
  // "oosterse"
  [/.{3}ersen?$/, /(?<=\S )ɛ0(?= r s ə(?: n)?$)/, 'ə'],
  // "slagveld", "smeergeld", but not "weerspiegeld" and "omsingeld"
  [/(?:[^aeiou]v|[^aeioun]g)eld(?:en)?$/, /(?<=[vfɣx] )ə(?= l [td])/, 'ɛ0'],
  // "geologie", "oceaan", "video"
  [/^geo(?:[fg]|lo|m|pol)/, /^ɣ ə/, 'ɣ eː0'],
  [/.{2}e(?:o(?![of])|a(?![afc])|aa[ln])/, /(?<=\S \S{1,3} )ə(?= (?:oː|aː|ɔ|ɑ)[01])/, 'eː0'],
  // "hemelse", "hemeltje"
  [/[aeiouy].{0,20}el(?:se|tjes?)$/, /(?<=1.{0,60})ɛ0(?= l (?:s ə|t j ə(?: s)?)$)/, 'ə'],
  // "weigert", "engerd", "koffertje", but not "expert"
  [/(?<!xp|h)er(?:[dt]s?|tjes?)$/, /(?<=1.{0,60})ɛ0(?= r t(?: s| j ə(?: s)?)?$)/, 'ə'],
  // "ziektes", "Mercedes", but not "proces"
  [/[aeiouy].{0,20}(?:bb|[dktz]|[ct]h)es$/, /ɛ[01](?= s$)/, 'ə'],
  // "aquarium"
  [/qu/, /k v/, 'k ʋ'],
  // "effect", "cassette", "universiteiten"
  [/[jfprsl]ecte?n?$/, /1([^01]*)ɛ0(?= k t(?: ə(?: n)?)?$)/, '0$1ɛ1'],
  [/(?:nt|tr|x|(?<!i)mp|fl|[aeiou][dl])[ai]cte?n?$/, /1([^01]*[ɑɪ])0(?= k t(?: ə(?: n)?)?$)/, '0$11'],
  [/[^z]ette$/, /1([^01]*)ɛ0(?= t ə$)/, '0$1ɛ1'],
  // "Romeinse", "konijnen", "seizoenen", "spionnen", "nerveuze", "orgasme", "solide", but not "landmijnen" and "handschoenen"
  [
    /(?:(?:aan|aar|aak|een|eeuw|ein|ijn|oer|(?<!sch)ool)se|[^lmp]ijnen|(?<!sch|[^i]z)oenen|[^rtz]onnen|(?<!k)euze|asmes?|[^aeiou]iden?)$/,
    /^([^01]*)1([^01]*)0(?=[^01]*$)/,
    '$10$21',
  ],
  // "Italië", "Joegoslavië", "Alexandrië"
  [/ië$/, /1([^01]*)0([^01]*)iː1(?= ə$)/, '0$11$2iː0'],
  [/ië$/, /0([^01]{0,60})iː1(?= ə$)/, '1$1iː0'],
  [/ië$/, /(?<=1[^01]{0,60})iː1(?= ə$)/, 'iː0'],
  [/iteiten$/, /iː[01] t ɛi0(?= t ə n$)/, 'iː0 t ɛi1'],
  // "coalitieregering", "vakantiehuis", "actiegroep"
  [new RegExp(`[aioun]tie${AFTER_TIE}`), /(?<=(?:[aiouy]ː[01]|n) )t(?= iː(?!.{0,60} t iː))/, 't s'],
  [new RegExp(`[ckp]tie${AFTER_TIE}`), /(?<=[kp] )t(?= iː)/, 's'],
  // "solarium", "chauffeuse"
  [/[^aeiou]iums?$/, /[01]([^01ə]*) iː[01] ((?:j )?)ʏ[01](?= m(?: s)?$)/, '1$1 iː0 $2ʏ0'],
  [/euse$/, /^([^01]*)1([^01]*)øː0(?= z ə$)/, '$10$2øː1'],
  // "verfdoos"
  [/^verf[bdghkmpstvwz]/, /^v ə/, 'v ɛ1'],
  // "belbus", "bentgras", and "benzine"
  [/^(?:bel[bdfghknrt]|ber[km]|ben[dt]|gel[dt])/, /^([bɣ]) ə(?= [lnr])/, '$1 ɛ1'],
  [/^[bg]e[lmnr][b-df-hj-np-tv-xz]/, /^([bɣ]) ə(?= [lmnrŋ])/, '$1 ɛ0'],
  // "conservatoir"
  [/oire?s?$/, /ʋ iː1(?= r)/, 'ʋ aː1'],
  // "bedrijfstype", "hydroxyde"
  [/y[a-z]e/, /(?<=iː[01]) ɪ[01](?= \S{1,2} ə)/, ''],
  // "Groeneveld", "exercitieveld", but not "gesneuveld"
  [/(?:ie|a|(?<!(?:[bg]e|om|ver).{0,5})e)veld(?:en)?$/, /(?<=[vf] )ə(?= l [td])/, 'ɛ0'],
  // "Seizoenenbuurt", "Westerveld", "Otterlo"
  [PLACE, /(?<=[01].{0,60})ɛ[01](?= [nrl] (?:[bdfhkɣlmprstvʋxz] ){1,3}(?:\S{1,2}[01]|ə))/g, 'ə'],
  [PLACE, /^(?!.*1)([^01]*)0/, '$11'],
  // "bemiddelaar", "scharrelaar"
  [/[^aeiou](?<!oord)elaars?(?:ters?)?$/, /ɛ[01](?= l aː[01] r)/, 'ə'],
  [/[^aeiou](?<!oord)elaars?$/, /^([^01]*)0([^01]*)1(?= r(?: s)?$)/, '$11$20'],
  // "Huizinga"
  [/[^aeiou][eiu]nga(?:s|buurt)?$|^benga/, /ŋ(?= aː[01])/, 'ŋ ɣ'],
  [/^[^aeiou]{0,4}[aeiouy]{1,3}[^aeiou]{1,4}inga$/, /^([^01]*)0([^01]*)1/, '$11$20'],
  // "piekeren", "baggeren"
  [/(?:(?:ie|ij|ei|(?<!q)ui|eu)[bdfgkltvz]|oe[dt]|gg|dd|bb)eren$/, /[01]([^01]*)eː1(?= r ə n$)/, '1$1ə'],
  // "weigering", "opheldering", "paniekerig", but not "verering" and "fundering"
  [
    /(?:(?:ei|ij|(?<!q)ui|ou|au|eu|oe|ie)[bdfgkltvz]|gg|dd|l[dt]|gad|nad|beleg)er(?:ing|ig)/,
    /(?<=1.{0,60})eː[01](?= r (?:ɪ0 ŋ|ə))/,
    'ə',
  ],
  // "loskoppelen", "rondwandelen", but not "indelen" and "spelen"
  [/(?:pp|ss|ff|bb|gg|mm|[^r]tt|kk|ng|mp|[hw]and|ap|[aeou]k)elen$/, /(?<=1.{0,60})eː[01](?= l ə n$)/, 'ə'],
  // "eisen", "kruiser"
  [/(?:ei|ij|ui)s(?:en|er|ing)/, /(?<=(?:ɛi|œy)[01] )z(?= [əɪ])/, 's'],
  // "apathisch", "ethische"
  [/athisch/, /ɑ1(?= t iː)/, 'aː1'],
  [/ethisch/, /ɛ1(?= t iː)/, 'eː1'],
  // "Hollandscheveld", "logischerwijs"
  [/(?:is|ds|ms|ns|ss)che(?:$|v|[nr](?![dkmp]))/, /s x(?= ə)/g, 's'],
  // "populair", "militaire"
  [/.{2}aire?$/, /ɛ[01](?= r(?: ə)?$)/, 'ɛː1'],
  // "fundamenteel", "documentatie", "authentiek"
  [/ment(?:eel|elen?$|al(?!er)|a[rt])|thentie|fensie/, /(?<=\S )ə(?= n [ts] )/, 'ɛ0'],
  // Without a stress after all that
  [/./, /^(?!.*1)(.*)(?<!iː(?=0 s(?: ə)?$))0/, '$11'],
  // Endings after the first part of a compound: "papier|tjes", "sorteer|ders"
  [/^(?:[pt]jes|ders)$/, /ɛ[01]/, 'ə'],
  // "daarna", "waarop", "hieronder"
  [
    /^(?:(?:daar|waar)(?:in|langs|naar|naast|net|op|over|straks|tegen|toe|tussen|uit|van|voor)|(?:daar|hier|waar)(?:achter|binnen|buiten|na|onder))$/,
    /^([^01]*)1([^01]*)0/,
    '$10$21',
  ],
  // "wandeling"
  [/ing/, /(?<=1.{0,60})ɪ1(?= ŋ(?: ə n)?$)/, 'ɪ0'],
]

/**
 * What is heard where the parts of a compound meet: no voice behind a voiceless consonant ("succesvol") or before one, no
 * consonant twice ("toneelleraar").
 */
export function joined(phones: string): string {
  return evened(phones.replace(BEHIND_VOICELESS, (voiced) => VOICELESS[voiced]!))
}

/**
 * What is heard of the phones that the letter-to-sound model gives for a word, in IPA with spaces: no voice before a voiceless
 * consonant ("boodschap") and none of a "g" behind one ("uitgaan"), no consonant twice ("arresteren"), a schwa where the model takes
 * an "e" for a full vowel, and the stress on the first part of a compound ("handdoek").
 */
export function heard(phones: string, word: string): string {
  const said = HEARD.reduce(
    (before, [spelling, wrong, right]) => (spelling.test(word) ? before.replace(wrong, right) : before),
    evened(phones),
  )
  return stressedFirst(said.replace(G_BEHIND_VOICELESS, 'x'), word)
}

/** Without the voice that a voiceless consonant takes, and with no consonant twice. */
function evened(phones: string): string {
  return phones.replace(VOICED, (voiced) => VOICELESS[voiced]!).replace(DOUBLE, '$1')
}
