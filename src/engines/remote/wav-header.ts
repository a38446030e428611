import { checkForm } from './sample-form.ts'
import { ServerFault } from './server-fault.ts'

/** Format tags of plain samples, and of a format that an extension further on describes. */
const PCM = 1
const EXTENSIBLE = 0xfffe
/** A header is not longer. */
const MOST_BYTES = 65_536
/** Bytes of samples that stand for a length that is not known: the most that 31 bits hold, less a header. */
const LEAST_UNKNOWN = 2 ** 31 - MOST_BYTES
/** Seconds of samples that nobody misses. */
const INAUDIBLE = 0.005
/** Bytes of a sample. */
const SAMPLE = 2

/**
 * The samples in a streamed WAV, without what follows them. LocalAI streams WAV whatever it is asked for.
 *
 * @param sampleRate the rate at which the samples must be
 * @throws ServerFault when it is no WAV of one channel, 16 bits and that rate, and when it ends before the length that it states
 */
export async function* samplesOfWav(
  bytes: AsyncIterable<Uint8Array>,
  sampleRate: number,
): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0)
  let left = 0
  for await (const piece of bytes) {
    let samples = piece
    if (head !== undefined) {
      head = Buffer.concat([head, piece])
      const data = dataOf(head, sampleRate)
      if (data === undefined && head.length > MOST_BYTES) throw notWav()
      if (data === undefined) continue
      samples = head.subarray(data.start)
      left = data.length
      head = undefined
    }
    if (left > 0) yield samples.subarray(0, left)
    left -= Math.min(left, samples.length)
  }
  if (head !== undefined && head.length > 0) throw notWav()
  if (Number.isFinite(left) && left > SAMPLE * sampleRate * INAUDIBLE)
    throw new ServerFault('away', `ended a WAV ${left} bytes before the length that it states`)
}

/** Whether bytes, twelve at least, are the beginning of a WAV. */
export function isWav(head: Buffer): boolean {
  return head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE'
}

/** Where the samples begin, and how many bytes they have; undefined when the header is not complete. */
function dataOf(head: Buffer, sampleRate: number): { start: number; length: number } | undefined {
  if (head.length < 12) return undefined
  if (!isWav(head)) throw notWav()
  for (let at = 12; at + 8 <= head.length; ) {
    const name = head.toString('latin1', at, at + 4)
    const length = head.readUInt32LE(at + 4)
    const body = at + 8
    if (name === 'data') return { start: body, length: isKnown(length) ? length : Number.POSITIVE_INFINITY }
    if (name === 'fmt ') {
      if (body + 16 > head.length) return undefined
      checkFormat(head.subarray(body, body + 16), sampleRate)
    }
    at = body + length + (length % 2)
  }
  return undefined
}

/** Whether a length was written when the end was known: otherwise it is 0, or about the most that 31 or 32 bits hold. */
function isKnown(length: number): boolean {
  return length > 0 && length < LEAST_UNKNOWN
}

function checkFormat(format: Buffer, sampleRate: number): void {
  const tag = format.readUInt16LE(0)
  if (tag !== PCM && tag !== EXTENSIBLE) throw new ServerFault('failed', 'sent a WAV of compressed audio')
  const [channels, rate, bits] = [format.readUInt16LE(2), format.readUInt32LE(4), format.readUInt16LE(14)]
  checkForm({ rate, channels, bits }, sampleRate)
}

function notWav(): ServerFault {
  return new ServerFault('failed', 'sent a WAV that is none')
}
