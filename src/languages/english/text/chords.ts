import { cardinal } from './number-words.ts'

const CHORD = /^([A-G])(b?)(maj|min|m|sus|dim|aug|add)(\d{1,2})$/
const KINDS: Readonly<Record<string, string>> = {
  maj: 'major',
  min: 'minor',
  m: 'minor',
  sus: 'sus',
  dim: 'diminished',
  aug: 'augmented',
  add: 'add',
}

/** The words for a chord with its number: "Am7" is "A minor seven"; undefined for another word. */
export function chordWords(word: string, locale: string): string | undefined {
  const match = CHORD.exec(word)
  if (!match) return undefined
  const [, note, flat, kind, number] = match
  return `${note}${flat === '' ? '' : ' flat'} ${KINDS[kind!]} ${cardinal(number!, locale)}`
}
