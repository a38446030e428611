import { isLetter, isPause, type Pause, type Token } from './text/token.ts'

/**
 * Seconds of English, by least squares over 700 utterances of all voices (median of prediction / speech 1.00, 90 % of them
 * within 8 %), then 8 % less, so that 900 characters of ordinary prose just fit into a turn (spec 8): English lasts 2 to 11 %
 * longer than predicted.
 */
const WORD = 0.0525
const LETTER = 0.0432
const LETTER_NAME = 0.166
/** A character that is dictated. */
const DICTATED = 0.28
const COMMA = 0.27
const PAUSE = 0.318
/** The silence at a segment's ends, and what is added after a sentence. */
const SEGMENT = 0.159
const SENTENCE = 0.148

/**
 * How many letters a character of a script without an alphabet counts as, by the time that it takes: about 0.2 s for a syllable
 * that is one sign (Pellegrino, Coupé and Marsico, "A cross-language perspective on speech information rate", 2011: 5.2 to 7.8
 * syllables a second). Arabic and Hebrew leave out most vowels; a letter of India has one in it.
 */
const SCRIPTS: readonly (readonly [RegExp, number])[] = [
  [/[\p{Script=Han}\p{Script=Hangul}\p{Script=Ethiopic}]/gu, 4],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 3],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/gu, 1.6],
  [
    /(?!\p{M})[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/gu,
    2.5,
  ],
  // Digits of a language that has no words for them here.
  [/[0-9]/g, 4],
  [/\p{M}/gu, 0.3],
]

/** What a word counts as in letters of an alphabet. */
export function lettersIn(word: string): number {
  if (/^[a-z']*$/.test(word)) return word.length
  let letters = word.length
  for (const [characters, weight] of SCRIPTS)
    for (const [character] of word.matchAll(characters)) letters += weight - character.length
  return letters
}

/**
 * Predicted length of a segment's speech in seconds, with the pause after it, from the words as they are spoken: a
 * digit therefore counts as the word that is said for it. The last token must be a pause. It is for the
 * pace at which the shared voices all speak.
 *
 * @param relativeDuration of the language: see `Language.relativeDuration`
 */
export function estimateSeconds(tokens: readonly Token[], relativeDuration: number): number {
  let seconds = SEGMENT + (tokens.at(-1) === ',' ? 0 : SENTENCE)
  for (const token of tokens.slice(0, -1)) {
    if (typeof token === 'string') seconds += pauseSeconds(token)
    else
      token.spoken.forEach((spoken, at) => {
        if (isPause(spoken)) seconds += pauseSeconds(spoken)
        else seconds += token.dictated?.[at] ? DICTATED : wordSeconds(spoken)
      })
  }
  return seconds * relativeDuration
}

function wordSeconds(word: string): number {
  return isLetter(word) ? LETTER_NAME : WORD + LETTER * lettersIn(word)
}

function pauseSeconds(mark: Pause): number {
  return mark === ',' ? COMMA : PAUSE
}
