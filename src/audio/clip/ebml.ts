/** An element of EBML (RFC 8794), or what is there of it. */
export interface Element {
  readonly id: number
  /** Where its data begins and ends; of unknown size, at the end of the file. */
  readonly start: number
  readonly end: number
}

const LONGEST_ID = 4

/** The element whose header is at a place; undefined where there is none. */
export function elementAt(file: Uint8Array, at: number): Element | undefined {
  const id = variableLength(file, at)
  if (!id || id.length > LONGEST_ID) return undefined
  const size = variableLength(file, at + id.length)
  if (!size) return undefined
  const start = at + id.length + size.length
  const unknown = size.value === size.largest
  return {
    id: unsigned(file.subarray(at, at + id.length)),
    start,
    end: unknown ? file.length : Math.min(start + size.value, file.length),
  }
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

/** The unsigned number that an element's data is. */
export function unsigned(data: Uint8Array): number {
  return data.reduce((value, byte) => value * 256 + byte, 0)
}

/** A number whose length is told by the zeros before its first bit that is set, the marker. */
export function variableLength(file: Uint8Array, at: number) {
  const first = file[at]
  if (!first) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > file.length) return undefined
  const marker = 2 ** (8 - length)
  const rest = file.subarray(at + 1, at + length)
  // The marker is not added first: with it, the longest numbers are more than a double holds exactly.
  const value = rest.reduce((sum, byte) => sum * 256 + byte, first - marker)
  return { length, value, largest: 2 ** (7 * length) - 1 }
}
