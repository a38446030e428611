import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODEL_FOLDER } from '../../../src/speech/model-folder.ts'
import type { Pause, Token } from '../../../src/speech/text/token.ts'

const NAMES = Object.keys(JSON.parse(readFileSync(join(MODEL_FOLDER, 'tokens.json'), 'utf8')))

/** Plain sentences as tokens: words are spoken as they are written, single capitals as letters' names. */
export function tokensOf(text: string): Token[] {
  return (text.match(/[\p{L}']+|[.,;:?!]/gu) ?? []).map((part) => {
    if (/^[.,;:?!]$/.test(part)) return part as Pause
    return { written: part, spoken: [/^[B-Z]$/.test(part) ? part : part.toLowerCase()] }
  })
}

/** Token ids as the names of the tokens, with spaces between; the separator of words is "|". */
export function named(ids: ArrayLike<number>): string {
  return Array.from(ids, (id) => (NAMES[id] === ' ' ? '|' : NAMES[id])).join(' ')
}
