/** A field of a Protocol Buffers message. */
export interface Field {
  readonly number: number
  /** A varint's value; the bytes of all else: of a message, a string, or a number of fixed size. */
  readonly value: number | Uint8Array
}

/** Bytes of numbers of fixed size, by their wire type. */
const FIXED: Readonly<Record<number, number>> = { 1: 8, 5: 4 }
const VARINT = 0
const DELIMITED = 2

/**
 * Reads the fields of a message, in the order in which they stand there (https://protobuf.dev/programming-guides/encoding).
 * Throws a RangeError when it is cut off, or is no such message.
 */
export function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0
  const varint = (): number => {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = message[at++]
      if (byte === undefined) throw new RangeError('the message is cut off')
      value += (byte % 128) * factor
      if (byte < 128) return value
    }
  }
  const bytes = (length: number): Uint8Array => {
    if (at + length > message.length) throw new RangeError('the message is cut off')
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const key = varint()
    const number = Math.floor(key / 8)
    const wireType = key % 8
    if (wireType === VARINT) yield { number, value: varint() }
    else if (wireType === DELIMITED) yield { number, value: bytes(varint()) }
    else if (wireType in FIXED) yield { number, value: bytes(FIXED[wireType]!) }
    else throw new RangeError(`wire type ${wireType} is unknown`)
  }
}
