/** An EBML element (RFC 8794). In a truncated file its data may be incomplete. */
export interface Element {
  readonly id: number
  /** Where its data begins and ends. An element of unknown size ends at the end of the file. */
  readonly start: number
  readonly end: number
}

const MAX_ID_BYTES = 4

/** The element whose header is at `at`; undefined if there is none. */
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

/** The sibling elements from `start` to `end`. */
export function* elements(file: Uint8Array, start: number, end: number): Generator<Element> {
  for (let at = start; at < end; ) {
    const element = elementAt(file, at)
    if (!element) return
    yield element
    at = element.end
  }
}

/** The unsigned big-endian integer in the bytes from `start` to `end`. */
export function unsigned(file: Uint8Array, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at++) value = value * 256 + file[at]!
  return value
}

/**
 * The length in bytes of the variable-size integer (VINT) at `at`: the number of leading zero bits plus one (RFC 8794,
 * section 4). 0 if there is none.
 */
export function lengthAt(file: Uint8Array, at: number): number {
  const first = file[at]
  if (!first) return 0
  const length = Math.clz32(first) - 23
  return at + length > file.length ? 0 : length
}

/** The value of a VINT, without its length marker bit. */
export function numberAt(file: Uint8Array, at: number, length: number): number {
  const marker = 2 ** (8 - length)
  let value = file[at]! - marker
  for (let i = at + 1; i < at + length; i++) value = value * 256 + file[i]!
  return value
}

/** The largest value of a VINT of this length. As an element size it means that the size is unknown. */
export function largest(length: number): number {
  return 2 ** (7 * length) - 1
}
