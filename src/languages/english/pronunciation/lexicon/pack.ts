import type { Phones } from '../../../shared/pronunciation/phone-inventory.ts'
import { BLOCK_WORDS, HEADER_BYTES, MAGIC } from './lexicon.ts'

/**
 * Packs words and phones into the format that `lexicon.ts` describes.
 *
 * @throws if a word has a non-ASCII character, because the sort order would not be the order of its bytes
 */
export function packLexicon(pronunciations: ReadonlyMap<string, Phones>): Uint8Array {
  const words = [...pronunciations.keys()].sort()
  const blocks = Math.ceil(words.length / BLOCK_WORDS)
  const body: number[] = []
  const starts: number[] = []
  let before = ''
  words.forEach((word, index) => {
    if (!/^[!-~]+$/.test(word)) throw new Error(`The lexicon takes ASCII words, not "${word}"`)
    const opensBlock = index % BLOCK_WORDS === 0
    if (opensBlock) starts.push(HEADER_BYTES + 4 * blocks + body.length)
    const shared = opensBlock ? 0 : sharedLetters(before, word)
    const letters = word.slice(shared)
    const phones = pronunciations.get(word)!
    body.push(shared, letters.length, phones.length, ...Buffer.from(letters, 'latin1'), ...phones)
    before = word
  })
  const header = Buffer.alloc(HEADER_BYTES + 4 * blocks)
  header.write(MAGIC, 'latin1')
  header.writeUInt32LE(words.length, 4)
  header.writeUInt32LE(blocks, 8)
  starts.forEach((start, block) => {
    header.writeUInt32LE(start, HEADER_BYTES + 4 * block)
  })
  return Buffer.concat([header, Uint8Array.from(body)])
}

function sharedLetters(a: string, b: string): number {
  let shared = 0
  while (shared < a.length && a[shared] === b[shared]) shared++
  return shared
}
