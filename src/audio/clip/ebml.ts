/** An element of EBML (RFC 8794), or what is there of it. */
export interface Element {
  readonly id: number
  /** Where its data begins and ends; of unknown size, at the end of the file. */
  readonly start: number
  readonly end: number
}

const MAX_ID_BYTES = 4

/** The element whose header is at a place; undefined where there is none. */
export function elementAt(file: Uint8Array, at: number): Element | undefined {
  const idLength = lengthAt(file, at)
  const sizeLength = lengthAt(file, at + idLength)
  if (idLength === 0 || idLength > MAX_ID_BYTES || sizeLength === 0) return undefined
  const id = unsigned(file, at, at + idLength)
  const start = at + idLength + sizeLength
  const size = numberAt(file, at + idLength, sizeLength)
  const unknown = size === largest(sizeLength)
  return { id, start, end: unknown ? file.length : Math.min(start + size, file.length) }
}

/** The elements that stand side by side from `start` to `end`. */
export function* elements(file: Uint8Array, start: number, end: number): Generator<Element> {
  for (let at = start; at < end; ) {
    const element = elementAt(file, at)
    if (!element) return
    yield element
    at = element.end
  }
}

/** The unsigned number in some bytes. */
export function unsigned(file: Uint8Array, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at++) value = value * 256 + file[at]!
  return value
}

/** Bytes of the number of variable length at a place: one more than the zeros before its first bit that is set. 0 where there is none. */
export function lengthAt(file: Uint8Array, at: number): number {
  const first = file[at]
  if (!first) return 0
  const length = Math.clz32(first) - 23
  return at + length > file.length ? 0 : length
}

/** A number of variable length, without the bit that marks its length. */
export function numberAt(file: Uint8Array, at: number, length: number): number {
  const marker = 2 ** (8 - length)
  let value = file[at]! - marker
  for (let i = at + 1; i < at + length; i++) value = value * 256 + file[i]!
  return value
}

/** The largest number of a length. As a size it says that the size is unknown. */
export function largest(length: number): number {
  return 2 ** (7 * length) - 1
}
