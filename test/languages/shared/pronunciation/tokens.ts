import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODEL_FOLDER } from '../../../../src/engines/embedded/model-folder.ts'
import { ARPABET } from '../../../../src/languages/english/pronunciation/arpabet.ts'
import type { Pause, Token } from '../../../../src/languages/shared/text/token.ts'

const ARPABET_OF = new Map(Object.entries(ARPABET).map(([letters, ipa]) => [ipa, letters]))
const NAMES = Object.keys(JSON.parse(readFileSync(join(MODEL_FOLDER, 'tokens.json'), 'utf8')))

/** Plain sentences as tokens: words are spoken as they are written, single capitals as letters' names. */
export function tokensOf(text: string): Token[] {
  return (text.match(/[\p{L}']+|[.,;:?!]/gu) ?? []).map((part) => {
    if (/^[.,;:?!]$/.test(part)) return part as Pause
    return { written: part, spoken: [/^[B-Z]$/.test(part) ? part : part.toLowerCase()] }
  })
}

/** Token ids as English dictionaries name them, with spaces between; the separator of words is "|". */
export function named(ids: ArrayLike<number>): string {
  return Array.from(ids, (id) => {
    const [, phone, stress] = /^(.*?)([01]?)$/.exec(NAMES[id]!)!
    return phone === ' ' ? '|' : (ARPABET_OF.get(phone!) ?? phone!) + stress
  }).join(' ')
}

/** Token ids in IPA, in the same way. */
export function inIpa(ids: ArrayLike<number>): string {
  return Array.from(ids, (id) => (NAMES[id] === ' ' ? '|' : NAMES[id])).join(' ')
}
