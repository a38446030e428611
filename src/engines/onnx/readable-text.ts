import { isPause, type Token } from '../../languages/shared/text/token.ts'
import { withoutSymbols } from './without-symbols.ts'

/**
 * What is written, for a model that reads characters as they stand in books: only what cannot be read letter by letter
 * (numbers, symbols, abbreviations, what a dictionary replaces) is in words.
 */
export function readableText(tokens: readonly Token[]): string {
  const words = tokens.map((token, at) => {
    if (typeof token === 'string') return ''
    return isReadable(token) ? withoutSymbols(token.written) : replaced(token.spoken, tokens[at + 1])
  })
  return words.filter((word) => word !== '').join(' ')
}

/** Words with spaces between, and pause marks behind the word before them. */
function joined(said: readonly string[]): string {
  let text = ''
  for (const word of said) text += (text === '' || isPause(word) ? '' : ' ') + word
  return text
}

/** Whether a word's letters are what is said for it, be it as a word or by their names. */
function isReadable({ written, spoken }: Exclude<Token, string>): boolean {
  return lettersOf(written) === lettersOf(spoken.join(''))
}

/** The punctuation of what is replaced may be part of it ("Dr."): the pause after it says which mark follows. */
function replaced(spoken: readonly string[], next: Token | undefined): string {
  return joined(spoken) + (typeof next === 'string' && spoken.length > 0 ? next : '')
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[\p{P}\s]/gu, '')
}
