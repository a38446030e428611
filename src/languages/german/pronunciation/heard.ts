import { anyOf } from '../../shared/text/word-list.ts'
import { endingStressed } from './loan-endings.ts'
import { prefixStressed } from './prefixes.ts'
import { loanStressed } from './stress.ts'
import { suffixesUnstressed } from './suffixes.ts'

/** The phones of "-nis", "-ling" and "-los". */
const ENDINGS = 'n ɪ[01] s|l ɪ0 ŋ|l oː[01] (?:s(?: |$)|z)'

/** What the letter-to-sound model says against the rules of German, with the phones in their place. */
const SOUNDS: readonly (readonly [said: RegExp, right: string])[] = [
  // Before another obstruent, "-nis", "-ling" and "-los", an obstruent has no voice: "sagte", "Mädchen", "Erlaubnis", "leblos"
  [new RegExp(`(?<=. )b(?= (?:[pbtdkɡfvszʃʒxçh]|${ENDINGS}))`, 'g'), 'p'],
  [new RegExp(`(?<=. )d(?= (?:[pbtkɡfvszʃçm](?!ʒ)|${ENDINGS}))`, 'g'), 't'],
  [new RegExp(`(?<=. )ɡ(?= (?:[pbtdkfvszʃhx]|${ENDINGS}))`, 'g'), 'k'],
  [/(?<=. )v(?= [ptksʃɡ])/g, 'f'],
  // "Rätsel", "Kapsel", "piepsen"
  [/(?<=[ptkf] )z(?= (?:ɐ|ə(?! n [dt])))/g, 's'],
  // "Onkel", "dunkel", "Erkrankung", but "ankommen"
  [/n(?= k (?:ə|ɐ|ʊ0 ŋ|[ts](?: |$)|l ə))/g, 'ŋ'],
  // "Rundlauf", "brandneu", but not "Handlung" and "schwindlig"
  [/(?<=[nl] )d(?= [ln] (?!ə|ɐ|(?:eː|ɛ)[01] ʁ|eː0|iː0|ʊ[01] ŋ|ɪ0 [çɡ])[^ ]+[01])/g, 't'],
  // "herzlichst"
  [/(?<=l ɪ0 )k(?= s t)/g, 'ç'],
  // "Weinglas", "Dornginster", "Bauernkrieg"
  [/(?<=(?:ː|aɪ|aʊ|ɔʏ)[01] |ɐ )ŋ(?= [^kɡ])/g, 'n ɡ'],
  [/(?<=ɐ )ŋ(?= [kɡ])/g, 'n'],
  // "Gesetzgebung", "maßgeblich", "Streitgegenstand", "entgegen"
  [/ɡ (?:eː0|ə) b ʊ[01] ŋ(?! k)/g, 'ɡ eː1 b ʊ0 ŋ'],
  [/ɡ eː0 p l ɪ[01] ç/g, 'ɡ eː1 p l ɪ0 ç'],
  [/(?<=. )ɡ eː0 ɡ ə n/g, 'ɡ eː1 ɡ ə n'],
  // "Darlegung", "Wahrnehmung", "wahrnehmbar"
  [/(?<=(?:l|n) )eː0 (ɡ|m) ʊ1 ŋ/g, 'eː1 $1 ʊ0 ŋ'],
  [/n eː0 m (b aː|l ɪ)1/g, 'n eː1 m $10'],
  // "Richterinnen", "Kanzlerin"
  [/(?:eː0|ə) ʁ ɪ1 n(?= ə n|$)/g, 'ə ʁ ɪ0 n'],
  [/eː1 ʁ ɪ[01] n ə n$/, 'ə ʁ ɪ0 n ə n'],
  // "Ideen"
  [/ə(?= ə)/g, 'eː1'],
]

/** An "s" with a voice between such phones, where the word has no other letter for one without: "Krise", "Bremse". */
const VOICED_S = /(?<=(?:[aeiouɪʏyøɛœɔʊ]ː?[01]|[mnlɐ]) )s(?= ə)/g
const VOICELESS_LETTERS = /ss|[ßcxz]/

/** A long "i" before "r" and a consonant, where the word has no other: "wirst". */
const LONG_I = /iː(?=[01] ɐ)/g
const SHORT_IR = /^[^i]*ir(?!s$)[^aeiouyäöürh][^i]*$/

/** A long "a" before a single "g" and a weak vowel: "eingetragenen", "verlagert", "Beantragung", but not "Flagge". */
const LONG_A = /(?<= )a(?=[01] ɡ (?:ə|ɐ|ʊ0 ŋ))/g

/** Stems of verbs whose vowel is long before the endings in "t", too: "holt", "gestört", "bestraft", "anruft". */
const LONG_STEMS = `(?:^(?!holter)|ge|ab|auf|ein|er|nach|ber|der|eg|ück|her|us|m)hol tön krön klon pön schon ström stör betör schwör spür schnür schür (?:^|ge)kür
  spül spul schul quäl schäl schäm straf schlaf (?<!g)ruf stuf hup spuk hak quak blök ^mög (?:ge|er|auf)spar ^spar(?!te) offenbar vereinbar bescher
  quer (?:^|ge|be)mal(?!te$) plan schmor verlangsam vereinsam`
/** `respelled` may have written "scht" and "schp" for their "st" and "sp". */
const LONG_STEM = new RegExp(
  `(?:${anyOf(LONG_STEMS).replace(/s(?=[pt])/g, 's(?:ch)?')})(?:st|t(?:e[mnrst]?|est|et)?)$`,
)
const SHORT_VOWEL = /(?<= |^)(?:a|ɛ|ɔ|ʊ|œ|ʏ)(?=[01][^01]*$)/

/** A long "a" before a single consonant and "-isch": "satanisch", "literarisch". */
const A_BEFORE_ISCH = /(?<= |^)a(?=1 (?:[nlʁmdbfv]|ts) ɪ0 ʃ)/
const AN_ISCH = /[^a]a(?:ph|[bdflmnrvz])isch(?!a)/

/** The full e of "-ment-" before the stress ("fundamental", "experimentieren"). */
const MENT = /(?<!^em)ment(?:al|ar|ell|ier|os)/
const MENT_WEAK = /(?<=m )ə(?= n t)/

/** "ver", which is no "verb" and no "version", before a verb ("vertilgen"). */
const VER_START = /^v ɛ[01](?= ɐ)/
const VER = /^ver(?!b(?:a?l?$|e?s?$|al[^l]|en$)|sion|sailles|ti[ck]u|tik|mont|di$|ona)/

/** The end of English surnames such as "Anderson", but not of "Person" and "Samson". */
const SURNAME = /(?<!per|sam)(?<=[bcdfghklmnprstwy])sons?$/
const SURNAME_END = /z oː[01] n(?= s$|$)/

/** A participle with "zu", whose "ge" is weak ("zugesagt"), but not "zugeben" and "zugehen". */
const ADDED = /^zuge(?!b[et]|gen$|he?n?s?t?$)/
const ADDED_START = /^(ts uː1 ɡ )(?:eː|ɛ)0/

/** The weak prefix of a part of a compound ("Streit|befangenheit", "sach|gerecht"), before its stressed vowel. */
const WEAK_PREFIX = /(?<=[01əɐ] (?:[^01əɐ ]{1,2} ){0,4}[bɡ] )eː0(?= (?:[^01əɐ ]{1,2} ){1,4}[^ ]{1,2}1)/g
/** The same before a vowel, and before an "h" that the model leaves out ("schwer|behindert"). */
const WEAK_BEFORE_VOWEL = /(?<=[01əɐ] (?:[^01əɐ ]{1,2} ){0,4}[bɡ] )eː0(?= [^ ]{1,2}1)/g
const PREFIXED = /..[bg]e(?![bg]e?n|ber)/
const PREFIXED_H = /..[bg]eh[aäeioöuü]/
/** The second of two such syllables ("Klage|befugnis"). */
const SECOND_WEAK = /(?<=ə b )eː1(?= (?:[^01əɐ ]{1,2} ){1,4}[^ ]{1,2}1)/g
/** Loan words and names with such letters. */
const NO_PREFIX =
  /lib[eé]r|eugeni|alber|gerald|jewgen|sugger|geo|genet|genes[ei]|gener|(?:ni|al)geri|legend|agent|veget|legi|nege|algebr|rebe|kybern|tuber|gebra|embed|diabet|labe|elabe|imbe|rigen|hegem|pigment|regen/

/** The same before "sch", "st" and "sp", with a short e ("Silber|besteck", "Nach|geschmack"), but not in "Suggestion". */
const SHORT_PREFIX = /(?<=[01əɐ] (?:[^01əɐ ]{1,2} ){0,4}[bɡ] )ɛ[01]((?: [^01əɐ ]{1,2}){1,4} [^ ]{1,2})[01]/g
const PREFIXED_S = /..[bg]e(?:sch|s[pt])(?!$|e[nmrs]?$|er|i[ko]|sch)/
const NO_PREFIX_S = /(?:di|g|re|con|in|su)gest|asbest|bestie|gesp?$/

/** The weak "en", "es" and "et" that join the parts of a compound ("Olivenholz", "Sinneswandel", "deinetwegen"). */
const LINK =
  /(?<=1(?: [^01əɐ ]{1,2}){1,3} )ɛ[01](?= n (?:[bfhlmpʁvj] |ʃ a0 f t|t (?:yː|iː1 ɐ|uː1 m|a1 ʃ ə|oː[01] ɐ))| s (?:v|b ʁ|ɡ [ʁl]|[nʁhlm]) | t v eː)/g
const LINKED = /.[^e](?:en[bfhlmprwjst]|es[wbgnrhlm]|etw)/

/** "Druckerei", and "ver" before a vowel in a compound ("Unfall|verursacher"). */
const BAKERY = /.erei(?![ngt])/
const BAKERY_START = /eː0(?= ʁ aɪ1)/g
const CAUSED = /.ver[aeiouäöü]/
const CAUSED_START = /(?<=. f )eː0(?= ʁ [^ ]{1,2}1)/g

/** Nouns with the stress before their "-ik" and "-iker" ("Systematik", "Politiker"), and those with the stress on it. */
const BEFORE_IK = /ik(?:s|en|er(?:[ns]|in(?:nen)?)?)?$/
const ON_IK = /(?:mus|polit|phys|krit|publ|fabr|thol|mathemat|repl|rubr|mosa)ik(?!er)|(?<!rom)antike[nr]$/
const DOUBLE_BEFORE_IK = /(.)\1ik/
const IK_END =
  /(?<= |^)(aː|aɪ|aʊ|a|eː|ɛː|ɛ|iː|ɪ|oː|ɔʏ|ɔ|uː|ʊ|yː|ʏ)[01] ((?:[^01əɐ ]{1,2} ){1,3})(?:iː|ɪ)[01] k(?= s$| ə n$| ɐ(?: [ns])?$| ə ʁ ɪ[01] n|$)/
const LONG: Readonly<Record<string, string>> = {
  a: 'aː',
  ɛ: 'ɛː',
  ɪ: 'iː',
  ɔ: 'oː',
  œ: 'øː',
  ʊ: 'uː',
  ʏ: 'yː',
}
const SHORT: Readonly<Record<string, string>> = {
  aː: 'a',
  eː: 'ɛ',
  ɛː: 'ɛ',
  iː: 'ɪ',
  oː: 'ɔ',
  uː: 'ʊ',
  yː: 'ʏ',
}

/** The vowel before "-ik" with the stress, which may be long before a single consonant. */
function stressedBeforeIk(vowel: string, consonants: string, isLong: boolean): string {
  const isOpen = isLong && consonants.trim().split(' ').length === 1
  return `${(isOpen ? LONG : SHORT)[vowel] ?? vowel}1 ${consonants}ɪ0 k`
}

/**
 * The phones with a stress, of which a word of several syllables has one: on its last full vowel ("Aspekte", "normalen"), but on
 * the one before a vowel at its end ("Regatta") and before a short one with a single consonant ("Colin").
 */
function stressed(phones: string): string {
  const each = phones.split(' ')
  const full = each.flatMap((phone, at) => (phone.endsWith('0') ? [at] : []))
  const last = full.at(-1)
  const isWeakStart = full.length === 1 && each[last! + 1] === 'ɐ' // "verb", "vergesse"
  if (last === undefined || isWeakStart || !each.some((phone, at) => at !== last && /0$|^[əɐ]$/.test(phone)))
    return phones
  const behind = each.length - 1 - last
  const isLight = behind === 0 || (behind === 1 && !/ː|^a[ɪʊ]|^ɔʏ/.test(each[last]!))
  const at = (isLight ? full.at(-2) : undefined) ?? last
  return each.with(at, each[at]!.replace('0', '1')).join(' ')
}

/**
 * What is heard of the phones that the letter-to-sound model gives for a word, in IPA with spaces, by the rules of German that hold
 * for all words.
 *
 * @param word in the letters of the model
 */
export function heard(phones: string, word: string): string {
  let said = SOUNDS.reduce((rest, [wrong, right]) => rest.replace(wrong, right), phones)
  if (!VOICELESS_LETTERS.test(word)) said = said.replace(VOICED_S, 'z')
  said = suffixesUnstressed(said, word)
  if (SHORT_IR.test(word)) said = said.replace(LONG_I, 'ɪ')
  if (!word.includes('agg')) said = said.replace(LONG_A, 'aː')
  if (LONG_STEM.test(word))
    said = said.replace(SHORT_VOWEL, (vowel) => (vowel === 'ɛ' && !word.includes('ä') ? 'eː' : LONG[vowel]!))
  if (AN_ISCH.test(word)) said = said.replace(A_BEFORE_ISCH, 'aː')
  if (MENT.test(word)) said = said.replace(MENT_WEAK, 'ɛ0')
  if (VER.test(word)) said = said.replace(VER_START, 'f ɛ0')
  if (ADDED.test(word)) said = said.replace(ADDED_START, '$1ə')
  if (PREFIXED.test(word) && !NO_PREFIX.test(word))
    said = said
      .replace(WEAK_PREFIX, 'ə')
      .replace(SECOND_WEAK, 'ə')
      .replace(WEAK_BEFORE_VOWEL, PREFIXED_H.test(word) ? 'ə h' : 'ə')
  if (PREFIXED_S.test(word) && !NO_PREFIX_S.test(word)) said = said.replace(SHORT_PREFIX, 'ə$11')
  if (LINKED.test(word)) said = said.replace(LINK, 'ə')
  if (BAKERY.test(word)) said = said.replace(BAKERY_START, 'ə')
  if (CAUSED.test(word)) said = said.replace(CAUSED_START, 'ɛ0')
  if (BEFORE_IK.test(word) && !ON_IK.test(word)) {
    const isLong = !DOUBLE_BEFORE_IK.test(word)
    said = said.replace(IK_END, (_, vowel, consonants) => stressedBeforeIk(vowel, consonants, isLong))
  }
  if (SURNAME.test(word)) said = said.replace(SURNAME_END, 's ə n')
  const one = said.includes('1') ? loanStressed(said, word) : stressed(said)
  return prefixStressed(endingStressed(one, word), word)
}
