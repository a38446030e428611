import { parseJson } from '../../http/body.ts'
import { ServiceError } from '../../http/errors.ts'
import { show } from '../../http/show.ts'

/** Bytes of a header's line, and of the data after it: as many as a request's body may have. */
const TEXT_LIMIT = 65_536
/** Bytes of a payload. Nothing that Purr understands has one: it is passed over. */
const PAYLOAD_LIMIT = 1_048_576

const NEWLINE = 10
const NOTHING = new Uint8Array()

/** An event as a client sends it, without its payload. */
export interface WyomingEvent {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  /** Bytes that it had on the wire. */
  readonly bytes: number
}

interface Header {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly dataLength: number
  readonly payloadLength: number
  readonly bytes: number
}

/** Finds the events in the bytes that a client sends, however they are cut. What it keeps is bounded. */
export class EventReader {
  readonly #give: (event: WyomingEvent) => void
  #header: Header | undefined
  #kept: Buffer[] = []
  #keptBytes = 0
  #payloadLeft = 0

  /** @param give takes each event as soon as it is whole */
  constructor(give: (event: WyomingEvent) => void) {
    this.#give = give
  }

  /** Whether an event has begun and its end has not come yet. */
  get isWithinEvent(): boolean {
    return this.#header !== undefined || this.#keptBytes > 0
  }

  /** @throws ServiceError invalid_json or payload_too_large, after which nothing more can be read */
  read(bytes: Uint8Array): void {
    let rest = bytes
    while (rest.length > 0) rest = rest.subarray(this.#take(rest))
  }

  /** Takes what belongs together, and returns how many bytes that were. */
  #take(bytes: Uint8Array): number {
    if (this.#header === undefined) return this.#takeHeader(bytes)
    const { dataLength } = this.#header
    const isData = this.#keptBytes < dataLength
    const length = Math.min(bytes.length, isData ? dataLength - this.#keptBytes : this.#payloadLeft)
    if (isData) this.#keep(bytes.subarray(0, length))
    else this.#payloadLeft -= length
    this.#giveWhole(this.#header)
    return length
  }

  #takeHeader(bytes: Uint8Array): number {
    const end = bytes.indexOf(NEWLINE)
    const part = end === -1 ? bytes : bytes.subarray(0, end)
    if (this.#keptBytes + part.length > TEXT_LIMIT) throw tooLarge('header', TEXT_LIMIT)
    this.#keep(part)
    if (end === -1) return part.length
    const header = headerOf(this.#released())
    this.#header = header
    this.#payloadLeft = header.payloadLength
    this.#giveWhole(header)
    return end + 1
  }

  #giveWhole({ type, data, dataLength, payloadLength, bytes }: Header): void {
    if (this.#keptBytes < dataLength || this.#payloadLeft > 0) return
    this.#header = undefined
    const more = dataLength === 0 ? {} : parsed(this.#released(), 'data')
    this.#give({ type, data: { ...data, ...more }, bytes: bytes + dataLength + payloadLength })
  }

  /** Copies: a few bytes would keep alive all with which they came. */
  #keep(bytes: Uint8Array): void {
    this.#kept.push(Buffer.from(bytes))
    this.#keptBytes += bytes.length
  }

  #released(): Buffer {
    const kept = Buffer.concat(this.#kept)
    this.#kept = []
    this.#keptBytes = 0
    return kept
  }
}

/** An event as it goes on the wire. */
export function eventBytes(type: string, data: object = {}, payload: Uint8Array = NOTHING): Buffer {
  const text = Buffer.from(JSON.stringify(data))
  const header = { type, data_length: text.length, payload_length: payload.length }
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), text, payload])
}

function headerOf(line: Buffer): Header {
  const { type, data, data_length, payload_length } = parsed(line, 'header')
  if (typeof type !== 'string') throw malformed('The type of the event is missing or not a string.')
  if (data !== undefined && data !== null && (typeof data !== 'object' || Array.isArray(data)))
    throw malformed('The data of the event is not an object.')
  return {
    type,
    data: (data ?? {}) as Header['data'],
    dataLength: lengthOf('data_length', data_length, TEXT_LIMIT),
    payloadLength: lengthOf('payload_length', payload_length, PAYLOAD_LIMIT),
    bytes: line.length + 1,
  }
}

function lengthOf(name: string, length: unknown, limit: number): number {
  if (length === undefined || length === null) return 0
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0)
    throw malformed(`${name} ${show(length)} is not a number of bytes.`)
  if (length > limit) throw tooLarge(name === 'data_length' ? 'data' : 'payload', limit)
  return length
}

function parsed(json: Uint8Array, part: 'header' | 'data'): Record<string, unknown> {
  try {
    return parseJson(json, `${part} of the event`)
  } catch (error) {
    throw malformed((error as ServiceError).message)
  }
}

function malformed(message: string): ServiceError {
  return new ServiceError('invalid_json', message, {
    detail: 'Send events of the Wyoming protocol: a JSON object on a line, then its data and its payload.',
  })
}

function tooLarge(part: string, limit: number): ServiceError {
  return new ServiceError('payload_too_large', `The ${part} of the event is larger than ${limit} bytes.`, {
    detail: 'Send the text in several synthesize-chunk events.',
  })
}
