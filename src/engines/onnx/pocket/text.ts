import { isPause, type Token, type Word } from '../../../languages/shared/text/token.ts'
import { withoutSymbols } from '../without-symbols.ts'
import type { Bundle } from './bundle.ts'

/** Fewer words than this are a short text, for the models that want spaces before it. */
const SHORT = 5
const PADDING = ' '.repeat(8)
/** Ends of the parts into which a long text is cut, the best first. */
const BOUNDARIES = [/(?<=[.!?…]["'”»)]{0,8})\s+/u, /(?<=[,;:]["'”»)]{0,8})\s+/u, /\s+/u]

/**
 * The text that Pocket TTS reads. It has learnt from written text, but reads no numbers, symbols or abbreviations: its makers
 * want them written out before (github.com/kyutai-labs/pocket-tts, issues 76 and 234). So a word stays as it is written,
 * with its punctuation, where just that is said; elsewhere stands what is said for it.
 */
export function pocketText(tokens: readonly Token[]): string {
  let text = ''
  for (const token of tokens) {
    if (typeof token !== 'string') text += spaced(text, pocketWord(token))
    else if (/[\p{L}\p{N}]$/u.test(text)) text += token
  }
  return text
}

function pocketWord({ written, spoken }: Word): string {
  if (spoken.length === 0) return ''
  // The model spells out what follows a typographic apostrophe (issue 73).
  if (lettersOf(written) === lettersOf(spoken.join(''))) return withoutSymbols(written).replace(/[’ʼ]/g, "'")
  return spoken.reduce((text, each) => text + (isPause(each) ? each : spaced(text, each)), '')
}

function spaced(text: string, word: string): string {
  return text === '' || word === '' ? word : ` ${word}`
}

function lettersOf(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/** The text as the model was trained to see it: with a capital, an end, and as its bundle says. */
export function prepared(text: string, bundle: Pick<Bundle, 'hasNoSemicolons' | 'padsShortText'>): string {
  let prompt = text.trim().replace(/\s+/g, ' ')
  if (bundle.hasNoSemicolons) prompt = prompt.replaceAll(';', ',')
  prompt = prompt.replace(/^./u, (first) => first.toUpperCase())
  if (/[\p{L}\p{N}]$/u.test(prompt)) prompt += '.'
  return bundle.padsShortText && wordsOf(prompt) < SHORT ? PADDING + prompt : prompt
}

/** Frames to speak on after the model has said that the text ends, by the number of words: its makers' guess. */
export function framesAfterEnd(text: string): number {
  return wordsOf(text) < SHORT ? 5 : 3
}

function wordsOf(text: string): number {
  return text.split(' ').filter((word) => word !== '').length
}

/**
 * Cuts a long text into chunks that fit: between sentences, within one at its punctuation, and only then between words.
 *
 * @param fits whether the model can speak a text at once
 */
export function chunksOf(text: string, fits: (text: string) => boolean): string[] {
  return cut(text, fits, BOUNDARIES)
}

function cut(text: string, fits: (text: string) => boolean, boundaries: readonly RegExp[]): string[] {
  const [boundary, ...finer] = boundaries
  if (boundary === undefined || fits(text)) return text === '' ? [] : [text]
  const chunks: string[] = []
  for (const part of text.split(boundary).flatMap((each) => cut(each, fits, finer))) {
    const joined = chunks.length === 0 ? part : `${chunks.at(-1)} ${part}`
    if (chunks.length > 0 && fits(joined)) chunks[chunks.length - 1] = joined
    else chunks.push(part)
  }
  return chunks
}
