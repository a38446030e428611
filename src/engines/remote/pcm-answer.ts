import { MIMEType } from 'node:util'
import { checkForm } from './sample-form.ts'
import { ServerFault } from './server-fault.ts'
import { isWav, samplesOfWav } from './wav-header.ts'

/** Bytes at the start of audio by which text is recognised: among this many of speech, some never occur in text. */
const TEXT_SAMPLE = 16
/** How files begin: MP3 with tags, Ogg, FLAC, relatives of WAV. As samples they would be loud noise. */
const FILES = /^(ID3|OggS|fLaC|RIF[FX]|RF64)/
/** Control characters that are in no text. */
const CONTROL = /[^\P{Cc}\t\n\r]/u

/** The media types of samples and of WAV. The first bytes decide which of the two an answer is. */
const TYPES = [
  '',
  'application/octet-stream',
  'audio/l16',
  'audio/pcm',
  'audio/raw',
  'audio/vnd.wave',
  'audio/wav',
  'audio/wave',
  'audio/x-pcm',
  'audio/x-wav',
]

/**
 * The samples of an answer, as they are or in a WAV. Servers do not always answer in the form that was asked for, nor call it by
 * its name: the first bytes decide between samples and a WAV.
 *
 * @param sampleRate Hz of the server's audio
 * @returns bytes of samples of 16 bits, little-endian, cut anywhere
 * @throws ServerFault when it has no such audio, or states another rate or more channels
 */
export async function* samplesOf(response: Response, sampleRate: number): AsyncGenerator<Uint8Array> {
  const type = mediaType(response)
  if (!TYPES.includes(type)) throw new ServerFault('failed', `answered with ${type} in place of PCM`)
  const pieces = notText(response.body!)
  const { done, value: head } = await pieces.next()
  if (done) return
  const all = (async function* () {
    yield head
    yield* pieces
  })()
  if (isWav(head)) {
    yield* samplesOfWav(all, sampleRate)
    return
  }
  if (FILES.test(head.toString('latin1', 0, 4)))
    throw new ServerFault('failed', 'sent a file of audio in place of PCM')
  checkParameters(response, sampleRate)
  yield* all
}

/** The media type of an answer without its parameters, in lower case; empty if it has none. */
export function mediaType({ headers }: Response): string {
  return (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
}

/** Checks what the media type says of samples, as audio/L16;rate=16000;channels=1 does (RFC 2586). */
function checkParameters({ headers }: Response, sampleRate: number): void {
  const type = headers.get('content-type')
  if (!type) return
  const { params } = new MIMEType(type)
  const [rate, channels] = [Number(params.get('rate')), Number(params.get('channels'))]
  checkForm({ rate: rate || sampleRate, channels: channels || 1, bits: 16 }, sampleRate)
}

/** @throws ServerFault when it begins as text does: some servers answer with an error, and call it audio */
async function* notText(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const piece of body) {
    if (head === undefined) yield Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    else {
      head = Buffer.concat([head, piece])
      if (head.length < TEXT_SAMPLE) continue
      checkHead(head)
      yield head
      head = undefined
    }
  }
  if (head === undefined || head.length === 0) return
  checkHead(head)
  yield head
}

function checkHead(head: Buffer): void {
  if (isText(head.subarray(0, TEXT_SAMPLE))) throw new ServerFault('failed', 'sent text in place of audio')
}

/** Whether bytes are the beginning of a text in UTF-8. */
function isText(bytes: Uint8Array): boolean {
  try {
    return !CONTROL.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }))
  } catch {
    return false
  }
}
