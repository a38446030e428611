/** A field of a Protocol Buffers message. */
export interface Field {
  readonly number: number
  /** As it stands in the message, with its tag, and its length where it has one. */
  readonly whole: Uint8Array
  /** A varint's value; the bytes of everything else: of a message, a string, or a number of fixed size. */
  readonly value: number | Uint8Array
}

/** Bytes of numbers of fixed size, by their wire type. */
const FIXED: Readonly<Record<number, number>> = { 1: 8, 5: 4 }
const VARINT = 0
const DELIMITED = 2
/** No varint is longer (bytes). */
const LONGEST_VARINT = 10

/**
 * Reads the fields of a message, in the order in which they stand there (https://protobuf.dev/programming-guides/encoding).
 * Throws a RangeError when it is cut off, or is no such message.
 */
export function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0
  const varint = (): number => {
    const end = at + LONGEST_VARINT
    for (let value = 0, factor = 1; at < end; factor *= 128) {
      const byte = message[at++]
      if (byte === undefined) throw new RangeError('the message is cut off')
      value += (byte % 128) * factor
      if (byte < 128) return value
    }
    throw new RangeError('a number is too long')
  }
  const bytes = (length: number): Uint8Array => {
    if (at + length > message.length) throw new RangeError('the message is cut off')
    at += length
    return message.subarray(at - length, at)
  }
  const content = (wireType: number): Field['value'] => {
    if (wireType === VARINT) return varint()
    if (wireType === DELIMITED) return bytes(varint())
    if (wireType in FIXED) return bytes(FIXED[wireType]!)
    throw new RangeError(`wire type ${wireType} is unknown`)
  }
  while (at < message.length) {
    const start = at
    const key = varint()
    const value = content(key % 8)
    yield { number: Math.floor(key / 8), whole: message.subarray(start, at), value }
  }
}
