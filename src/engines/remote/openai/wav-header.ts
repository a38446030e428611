import { ServerFault } from '../server-fault.ts'

/** Format tag of samples as they are, and of those whose form is told further on. */
const PCM = 1
const EXTENSIBLE = 0xfffe
/** A header is not longer. */
const MOST_BYTES = 65_536

/**
 * The samples in a streamed WAV, whose sizes are of no use because they were written before its end was known. LocalAI streams
 * WAV whatever it is asked for.
 *
 * @param sampleRate the rate at which the samples must be
 * @throws ServerFault when it is no WAV of one channel, 16 bits and that rate
 */
export async function* samplesOfWav(
  bytes: AsyncIterable<Uint8Array>,
  sampleRate: number,
): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const piece of bytes) {
    if (head === undefined) {
      yield piece
      continue
    }
    head = Buffer.concat([head, piece])
    const start = startOfSamples(head, sampleRate)
    if (start !== undefined) {
      yield head.subarray(start)
      head = undefined
    } else if (head.length > MOST_BYTES) throw notWav()
  }
  if (head !== undefined && head.length > 0) throw notWav()
}

/** Whether bytes, twelve at least, are the beginning of a WAV. */
export function isWav(head: Buffer): boolean {
  return head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE'
}

/** Where the samples begin; undefined when the header is not complete. */
function startOfSamples(head: Buffer, sampleRate: number): number | undefined {
  if (head.length < 12) return undefined
  if (!isWav(head)) throw notWav()
  for (let at = 12; at + 8 <= head.length; ) {
    const name = head.toString('latin1', at, at + 4)
    const length = head.readUInt32LE(at + 4)
    const body = at + 8
    if (name === 'data') return body
    if (name === 'fmt ') {
      if (body + 16 > head.length) return undefined
      checkFormat(head.subarray(body, body + 16), sampleRate)
    }
    at = body + length + (length % 2)
  }
  return undefined
}

function checkFormat(format: Buffer, sampleRate: number): void {
  const [tag, channels, rate, bits] = [
    format.readUInt16LE(0),
    format.readUInt16LE(2),
    format.readUInt32LE(4),
    format.readUInt16LE(14),
  ]
  if ((tag !== PCM && tag !== EXTENSIBLE) || channels !== 1 || bits !== 16) {
    throw new ServerFault(
      'failed',
      `sent a WAV of ${channels} channels and ${bits} bits: one channel of 16 bits, uncompressed, is needed`,
    )
  }
  if (rate !== sampleRate) {
    throw new ServerFault(
      'failed',
      `sent audio at ${rate} Hz: set sample_rate in the model's config.json to ${rate}`,
    )
  }
}

function notWav(): ServerFault {
  return new ServerFault('failed', 'sent a WAV that is none')
}
