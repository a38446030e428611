import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ALAW, decoded, type Law, MULAW } from '../audio/g711-table.ts'
import { presence } from '../audio/measure.ts'
import { goodRequest } from '../support/request.ts'
import { type Service, startService } from '../support/service.ts'
import { type AnyFrame, audioOf, SpeechClient } from '../support/speech-client.ts'

const SENTENCES = ['Thank you for calling. ', 'Dr. Smith can see you at 5:30 on March 3rd.']
/** Hz of a telephone line, and the samples that its media stream takes at a time: 20 ms. */
const LINE_RATE = 8000
const PACKET = 160
const FULL_SCALE = 32_768

let service: Service
let client: SpeechClient
/** What a line can carry of the speech at 22050 Hz, with presence. */
let expected: Float32Array
beforeAll(async () => {
  service = await startService()
  const { key } = await service.member(1_000_000)
  client = await SpeechClient.connect(service.url, key)
  const speech = audioOf(await turn('pcm_s16le', 22050))
  const samples = Float32Array.from({ length: speech.length / 2 }, (_, i) => speech.readInt16LE(2 * i))
  expected = withPresence(narrowband(samples))
})
afterAll(async () => {
  client.close()
  await service.close()
})

/** The frames of a turn whose text comes sentence by sentence. */
function turn(encoding: string, sample_rate: number): Promise<AnyFrame[]> {
  const context_id = crypto.randomUUID()
  const { model_id, voice } = goodRequest
  const format = { model_id, voice, output_format: { container: 'raw', encoding, sample_rate } }
  client.send({ ...format, context_id, transcript: SENTENCES[0], continue: true })
  client.send({ ...format, context_id, transcript: SENTENCES[1], continue: false })
  return client.turn(context_id)
}

/** The packets that a media stream is sent while chunks of any length come; the last is filled up. */
function packets(chunks: readonly Buffer[], silence: number): Buffer[] {
  const whole: Buffer[] = []
  let rest: Buffer = Buffer.alloc(0)
  for (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk])
    for (; rest.length >= PACKET; rest = rest.subarray(PACKET)) whole.push(rest.subarray(0, PACKET))
  }
  return rest.length === 0 ? whole : [...whole, Buffer.concat([rest], PACKET).fill(silence, rest.length)]
}

function heard(law: Law, line: Uint8Array): Float32Array {
  const samples = decoded(law)
  return Float32Array.from(line, (code) => samples[code]!)
}

/** 22050 Hz audio at the line's rate: below 3.8 kHz by a windowed sinc, each sample computed by itself. */
function narrowband(samples: Float32Array): Float32Array {
  const [reach, cutoff, step] = [200, 3800 / 22050, 22050 / LINE_RATE]
  return Float32Array.from({ length: Math.ceil(samples.length / step) }, (_, m) => {
    let sum = 0
    for (let i = Math.ceil(m * step) - reach; i <= m * step + reach; i++) {
      const x = i - m * step
      const sinc = x === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * x) / (Math.PI * x)
      sum += (samples[i] ?? 0) * sinc * Math.cos((Math.PI * x) / (2 * reach + 2)) ** 2
    }
    return sum
  })
}

/** Audio at the line's rate through a filter that has the curve of presence (inverse DFT). */
function withPresence(samples: Float32Array): Float32Array {
  const size = 256
  const gains = Array.from({ length: size }, (_, bin) => {
    const hertz = (Math.min(bin, size - bin) * LINE_RATE) / size
    return 10 ** (presence(hertz) / 20)
  })
  const taps = Array.from(
    { length: size },
    (_, tap) =>
      gains.reduce(
        (sum, each, bin) => sum + each * Math.cos((2 * Math.PI * bin * (tap - size / 2)) / size),
        0,
      ) / size,
  )
  return samples.map((_, at) =>
    taps.reduce((sum, tap, index) => sum + tap * (samples[at + index - size / 2] ?? 0), 0),
  )
}

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, sample, i) => sum + sample * b[i]!, 0)
}

/** 1 where two signals have the same shape at the same time. */
function correlation(a: Float32Array, b: Float32Array): number {
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b))
}

/** Decibels by which one signal is louder than another. */
function gain(a: Float32Array, b: Float32Array): number {
  return 10 * Math.log10(product(a, a) / product(b, b))
}

describe.each([
  ['pcm_mulaw', MULAW],
  ['pcm_alaw', ALAW],
])('a telephone that is sent %s', (encoding, law) => {
  let frames: AnyFrame[]
  let line: Float32Array
  beforeAll(async () => {
    frames = await turn(encoding, LINE_RATE)
    const chunks = frames.map((frame) => audioOf([frame]))
    line = heard(law, Buffer.concat(packets(chunks, law.code(0, false))))
  })

  test('is sent one byte a sample in several chunks, then the end', () => {
    expect(new Set(frames.map(({ type }) => type))).toEqual(new Set(['chunk', 'done']))
    expect(frames.length).toBeGreaterThan(2)
    expect(audioOf(frames).length).toBe(expected.length)
    expect(line.length).toBe(Math.ceil(expected.length / PACKET) * PACKET)
  })

  test('hears silence at first and at last: there is no header in the stream', () => {
    for (const edge of [line.slice(0, PACKET / 2), line.slice(-PACKET)]) {
      for (const sample of edge) expect(Math.abs(sample)).toBeLessThan(FULL_SCALE / 100)
    }
  })

  test('hears the speech that 22050 Hz carries with presence, at the same time and as loud', () => {
    const speech = line.subarray(0, expected.length)
    expect(correlation(speech, expected)).toBeGreaterThan(0.99)
    expect(Math.abs(gain(speech, expected))).toBeLessThan(1)
    expect(correlation(speech.subarray(8), expected.subarray(0, -8))).toBeLessThan(0.9) // 1 ms late is noticed
  })
})
