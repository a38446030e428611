import { SampleReader } from '../sample-reader.ts'
import { ServerFault } from '../server-fault.ts'
import { speechEvents, type ToldWord } from './speech-events.ts'
import { isWav, samplesOfWav } from './wav-header.ts'

/** A piece of an answer. */
export interface AnswerPiece {
  /** Samples at the server's rate, -1 to 1. */
  readonly pcm: Float32Array
  /** Words of the audio up to here whose times the server reports. */
  readonly words: readonly ToldWord[]
}

/** Bytes at the start that show whether it is text: among this many of audio, some never occur in text. */
const TEXT_SAMPLE = 16
/** How compressed audio begins: MP3 with tags, Ogg, FLAC. As samples it would be loud noise. */
const COMPRESSED = /^(ID3|OggS|fLaC)/
/** Control characters that are in no text. */
const CONTROL = /[^\P{Cc}\t\n\r]/u

const RAW_TYPES = ['audio/pcm', 'audio/x-pcm', 'audio/raw', 'audio/l16', 'application/octet-stream']
const WAV_TYPES = ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave']

/**
 * The audio of an answer, in the form that its Content-Type tells: samples of 16 bits, a WAV of these, or Server-Sent
 * Events. Servers do not always answer in the form that was asked for.
 *
 * @param sampleRate Hz of the server's audio
 * @returns pieces, the first of which has samples
 * @throws ServerFault when it has no such audio, or breaks off
 */
export async function* audioOf(response: Response, sampleRate: number): AsyncGenerator<AnswerPiece> {
  const reader = new SampleReader()
  let early: readonly ToldWord[] | undefined = [] // until there is audio
  for await (const content of contentsOf(response.body!, contentType(response), sampleRate)) {
    if ('words' in content) {
      if (early === undefined) yield { pcm: new Float32Array(0), words: content.words }
      else early = [...early, ...content.words]
      continue
    }
    const pcm = reader.read(content.bytes)
    if (pcm.length === 0) continue
    yield { pcm, words: early ?? [] }
    early = undefined
  }
}

async function* contentsOf(body: AsyncIterable<Uint8Array>, type: string, sampleRate: number) {
  if (type === 'text/event-stream') yield* speechEvents(body)
  else if (WAV_TYPES.includes(type)) for await (const bytes of samplesOfWav(body, sampleRate)) yield { bytes }
  else if (type === '' || RAW_TYPES.includes(type))
    for await (const bytes of rawSamples(body, sampleRate)) yield { bytes }
  else throw new ServerFault('failed', `answered with ${type} in place of PCM`)
}

/** The media type without its parameters, in lower case. */
function contentType({ headers }: Response): string {
  return (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
}

/** Samples as they are, or in a WAV that is not called one. */
async function* rawSamples(body: AsyncIterable<Uint8Array>, sampleRate: number): AsyncGenerator<Uint8Array> {
  const pieces = notText(body)
  const { done, value: head } = await pieces.next()
  if (done) return
  if (COMPRESSED.test(head.toString('latin1', 0, 4)))
    throw new ServerFault('failed', 'sent compressed audio in place of PCM')
  const all = (async function* () {
    yield head
    yield* pieces
  })()
  yield* isWav(head) ? samplesOfWav(all, sampleRate) : all
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
