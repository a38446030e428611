/** What the letter-to-sound model says against the rules of German, with the phones in their place. */
const SOUNDS: readonly (readonly [said: RegExp, right: string])[] = [
  // Before another obstruent, "-nis" and "-ling", an obstruent has no voice: "sagte", "Blödsinn", "Mädchen", "Erlaubnis", "Liebling"
  [/(?<=. )b(?= (?:[pbtdkɡfvszʃʒxçh]|n ɪ0 s|l ɪ0 ŋ))/g, 'p'],
  [/(?<=. )d(?= (?:[pbtkɡfvszʃçm](?!ʒ)|n ɪ0 s|l ɪ0 ŋ))/g, 't'],
  [/(?<=. )ɡ(?= (?:[pbtdkfvszʃhx]|n ɪ0 s|l ɪ0 ŋ))/g, 'k'],
  [/(?<=. )v(?= [ptksʃ])/g, 'f'],
  // "Rätsel", "Kapsel", "piepsen"
  [/(?<=[ptkf] )z(?= (?:ɐ|ə(?! n [dt])))/g, 's'],
  // "Onkel", "dunkel", "Erkrankung", but "ankommen"
  [/n(?= k (?:ə|ɐ|ʊ0 ŋ|[ts](?: |$)|l ə))/g, 'ŋ'],
  // "Ideen"
  [/ə(?= ə)/g, 'eː1'],
]

/** An "s" with a voice between such phones, where the word has no other letter for one without: "Krise", "Bremse". */
const VOICED_S = /(?<=(?:[aeiouɪʏyøɛœɔʊ]ː?[01]|[mnlɐ]) )s(?= ə)/g
const VOICELESS_LETTERS = /ss|[ßcxz]/

/** A long "i" before "r" and a consonant, where the word has no other: "wirst". */
const LONG_I = /iː(?=[01] ɐ)/g
const SHORT_IR = /^[^i]*ir(?!s$)[^aeiouyäöürh][^i]*$/

/** The end of English surnames such as "Anderson", but not of "Person" and "Samson". */
const SURNAME = /(?<!per|sam)(?<=[bcdfghklmnprstwy])sons?$/
const SURNAME_END = /z oː[01] n(?= s$|$)/

/** A participle with "zu", whose "ge" is weak ("zugesagt"), but not "zugeben" and "zugehen". */
const ADDED = /^zuge(?!b[et]|gen$|he?n?s?t?$)/
const ADDED_START = /^(ts uː1 ɡ )(?:eː|ɛ)0/

/**
 * What is heard of the phones that the letter-to-sound model gives for a word, in IPA with spaces, by the rules of German that hold
 * for all words.
 *
 * @param word in the letters of the model
 */
export function heard(phones: string, word: string): string {
  let said = SOUNDS.reduce((rest, [wrong, right]) => rest.replace(wrong, right), phones)
  if (!VOICELESS_LETTERS.test(word)) said = said.replace(VOICED_S, 'z')
  if (SHORT_IR.test(word)) said = said.replace(LONG_I, 'ɪ')
  if (ADDED.test(word)) said = said.replace(ADDED_START, '$1ə')
  if (SURNAME.test(word)) said = said.replace(SURNAME_END, 's ə n')
  return said
}
