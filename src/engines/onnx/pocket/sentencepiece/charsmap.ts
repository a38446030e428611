/**
 * A table of characters and sequences of them that are replaced, such as full-width letters by plain ones. It is stored as
 * the size of a trie (32 bits), the trie, and what stands in for each entry, ended by a zero byte.
 *
 * The trie is a double array as https://github.com/s-yata/darts-clone writes it: a unit of 32 bits a node.
 */
export class Charsmap {
  readonly #units: Uint32Array
  readonly #replacements: Uint8Array

  /** @throws RangeError when it is cut off */
  constructor(table: Uint8Array) {
    const size = new DataView(table.buffer, table.byteOffset, table.length).getUint32(0, true)
    if (size % 4 !== 0 || 4 + size > table.length) throw new RangeError('the table of characters is cut off')
    this.#units = new Uint32Array(new Uint8Array(table.subarray(4, 4 + size)).buffer)
    this.#replacements = table.subarray(4 + size)
  }

  /** Replaces the longest entry at each place. */
  replace(text: string): string {
    const bytes = new TextEncoder().encode(text)
    const parts: Uint8Array[] = []
    for (let at = 0; at < bytes.length; ) {
      const { length, replacement } = this.#longest(bytes, at)
      const end = length > 0 ? at + length : nextCharacter(bytes, at)
      parts.push(length > 0 ? this.#replacementAt(replacement) : bytes.subarray(at, end))
      at = end
    }
    return Buffer.concat(parts).toString('utf8')
  }

  /** The length in bytes of the longest entry at a place, 0 when there is none, and where its replacement stands. */
  #longest(bytes: Uint8Array, start: number): { length: number; replacement: number } {
    let length = 0
    let replacement = 0
    let node = offsetOf(this.#units[0]!)
    for (let at = start; at < bytes.length; at++) {
      node ^= bytes[at]!
      const unit = this.#units[node]
      if (unit === undefined || labelOf(unit) !== bytes[at]) break
      node ^= offsetOf(unit)
      if (!hasLeaf(unit)) continue
      length = at + 1 - start
      replacement = this.#units[node]! & 0x7fffffff
    }
    return { length, replacement }
  }

  #replacementAt(start: number): Uint8Array {
    return this.#replacements.subarray(start, this.#replacements.indexOf(0, start))
  }
}

/** Where the character after the one at a place begins. */
function nextCharacter(bytes: Uint8Array, at: number): number {
  let next = at + 1
  while ((bytes[next]! & 0xc0) === 0x80) next++
  return next
}

/** The byte that leads to a node; no byte for a leaf. */
function labelOf(unit: number): number {
  return (unit & 0x800000ff) >>> 0
}

function hasLeaf(unit: number): boolean {
  return ((unit >>> 8) & 1) === 1
}

/** What a node's place differs in from that of its children. */
function offsetOf(unit: number): number {
  return (unit >>> 10) << ((unit & 0x200) >>> 6)
}
