import { expect } from 'bun:test'
import type { Token, Word } from '../../../../src/languages/shared/text/token.ts'

export function wordsOf(tokens: readonly Token[]): Word[] {
  return tokens.filter((token) => typeof token !== 'string')
}

/** Everything that is said, pauses included. */
export function aloud(tokens: readonly Token[]): string {
  return tokens.flatMap((token) => (typeof token === 'string' ? token : token.spoken)).join(' ')
}

/** Each written word with what is said for it, and the pauses between. */
export function shown(tokens: readonly Token[]): string {
  return tokens
    .map((token) => (typeof token === 'string' ? token : `${token.written}[${token.spoken.join(' ')}]`))
    .join(' ')
}

/**
 * Expects what every list of tokens holds, whatever the text.
 *
 * @param word the form of what is said, pause marks aside
 */
export function expectSound(text: string, tokens: readonly Token[], word: RegExp): void {
  const written = wordsOf(tokens).map((word) => word.written)
  expect(written.join(' ')).toBe(text.trim().replace(/\s+/g, ' '))
  if (written.length > 0) expect(typeof tokens.at(-1)).toBe('string')
  const spoken = tokens.flatMap((token) => (typeof token === 'string' ? token : token.spoken))
  for (const said of spoken) if (!/^[,;:.?!]$/.test(said)) expect(said).toMatch(word)
  expect(spoken.join(' ')).not.toMatch(/[,;:.?!] [,;:.?!]/)
  for (const { spoken } of wordsOf(tokens)) {
    expect(`${spoken[0] ?? 'a'}${spoken.at(-1) ?? 'a'}`).not.toMatch(/[,;:.?!]/)
  }
}
