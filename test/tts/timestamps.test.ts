import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { type AnyFrame, audioOf, SpeechClient } from '../support/speech-client.ts'

let service: Service
let member: Member
beforeAll(async () => {
  service = await startService()
  member = await service.member(100_000)
})
afterAll(() => service.close())

const raw = { ...goodRequest, output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 } }
const TEXT = "It's $5.20 or 555-0199, Dr. Smith! 🙂 Read *this* at 5:30."

/** The frames of a turn over an event stream, and over a WebSocket. */
const TRANSPORTS: [string, (request: object) => Promise<AnyFrame[]>][] = [
  [
    'SSE',
    async (request) => {
      const answer = await post(`${service.url}/tts/sse`, member.key, { ...raw, ...request })
      const events = (await answer.text()).split('\n\n').filter((event) => event !== '')
      return events.map((event) => JSON.parse(event.slice('data: '.length)))
    },
  ],
  [
    'the WebSocket',
    async (request) => {
      const client = await SpeechClient.connect(service.url, member.key)
      client.send({ ...raw, context_id: 'turn', ...request })
      const frames = await client.turn('turn')
      client.close()
      return frames
    },
  ],
]

/** Something that is said, with its times. */
interface Timed {
  readonly what: string
  readonly start: number
  readonly end: number
}

function timed(frames: readonly AnyFrame[], field: string, names: string): Timed[] {
  return frames.flatMap((frame) => {
    const times = frame[field] as Record<string, (string | number)[]> | undefined
    const what = times?.[names] ?? []
    expect([times?.start?.length ?? 0, times?.end?.length ?? 0]).toEqual([what.length, what.length])
    return what.map((each, at) => ({
      what: each as string,
      start: times!.start![at] as number,
      end: times!.end![at] as number,
    }))
  })
}

const wordsIn = (frames: readonly AnyFrame[]) => timed(frames, 'word_timestamps', 'words')
const phonesIn = (frames: readonly AnyFrame[]) => timed(frames, 'phoneme_timestamps', 'phonemes')
const seconds = (frames: readonly AnyFrame[]) => audioOf(frames).length / 2 / 22050
const typesOf = (frames: readonly AnyFrame[]) => [...new Set(frames.map(({ type }) => type))].toSorted()
/** Times are in whole milliseconds, rounded down. */
const ROUNDING = 0.0011

describe.each(TRANSPORTS)('over %s', (_, speak) => {
  test.each<[string, object, string[]]>([
    ['nothing', {}, ['chunk', 'done']],
    ['null', { add_phoneme_timestamps: null, use_normalized_timestamps: null }, ['chunk', 'done']],
    ['something else', { add_phoneme_timestamps: 'yes', add_timestamps: 1 }, ['chunk', 'done']],
    ['only to normalize', { use_normalized_timestamps: true }, ['chunk', 'done']],
    ['words', { add_timestamps: true }, ['chunk', 'done', 'timestamps']],
    ['phones', { add_phoneme_timestamps: true }, ['chunk', 'done', 'phoneme_timestamps']],
    [
      'both',
      { add_timestamps: true, add_phoneme_timestamps: true },
      ['chunk', 'done', 'phoneme_timestamps', 'timestamps'],
    ],
  ])('a client that asks for %s is sent that, and the same audio', async (_, asked, types) => {
    const frames = await speak({ transcript: TEXT, ...asked })
    expect(typesOf(frames)).toEqual(types)
    expect(audioOf(frames).equals(audioOf(await speak({ transcript: TEXT })))).toBe(true)
  })

  test('the phones of a word last as long as the word, one after the other', async () => {
    const frames = await speak({
      transcript: TEXT,
      add_timestamps: true,
      use_normalized_timestamps: true,
      add_phoneme_timestamps: true,
    })
    const phones = phonesIn(frames)
    const words = wordsIn(frames)
    for (const { start, end } of words) {
      const within = phones.filter((phone) => phone.start >= start && phone.end <= end)
      expect([within[0]!.start, within.at(-1)!.end]).toEqual([start, end])
      for (const [at, phone] of within.entries()) {
        expect(phone.end).toBeGreaterThanOrEqual(phone.start)
        if (at > 0) expect(phone.start).toBe(within[at - 1]!.end)
      }
    }
    const length = (times: readonly Timed[]) => times.reduce((sum, { start, end }) => sum + end - start, 0)
    expect(length(phones)).toBeCloseTo(length(words), 6)
    expect(phones.at(-1)!.end).toBeLessThanOrEqual(seconds(frames))
  })

  test('normalized words are those that are said, each within the written one', async () => {
    const written = wordsIn(await speak({ transcript: TEXT, add_timestamps: true }))
    const said = wordsIn(
      await speak({ transcript: TEXT, add_timestamps: true, use_normalized_timestamps: true }),
    )
    expect(written.map(({ what }) => what).join(' ')).toBe(TEXT)
    expect(said.map(({ what }) => what).join(' ')).toBe(
      "it's five dollars and twenty cents or five five five zero one nine nine doctor smith read this at five thirty",
    )
    expect(said).toEqual(said.toSorted((one, other) => one.start - other.start))
    for (const { start, end } of said) {
      const around = written.filter((word) => word.start <= start && word.end >= end)
      expect(around.length).toBe(1)
    }
    const voiced = written.filter(({ start, end }) => end - start > ROUNDING)
    expect(said[0]!.start).toBe(voiced[0]!.start)
    expect(said.at(-1)!.end).toBe(voiced.at(-1)!.end)
  })

  test('phones are in IPA, with the stress before the vowel', async () => {
    const frames = await speak({ transcript: 'Banana.', add_phoneme_timestamps: true })
    expect(phonesIn(frames).map(({ what }) => what)).toEqual(['b', 'ə', 'n', 'ˈæ', 'n', 'ə'])
  })
})

test('after a flush, phoneme times carry its number as the other frames do', async () => {
  const client = await SpeechClient.connect(service.url, member.key)
  const turn = { ...raw, context_id: 'turn', continue: true, add_phoneme_timestamps: true }
  client.send({ ...turn, transcript: 'Hello there. ', flush: true })
  client.send({ ...turn, transcript: 'Good evening.', continue: false })
  const frames = await client.turn('turn')
  client.close()
  const timesOf = frames.filter(({ type }) => type === 'phoneme_timestamps')
  expect(timesOf.map(({ flush_id, done, status_code }) => [flush_id, done, status_code])).toEqual([
    [0, false, 206],
    [1, false, 206],
  ])
})

describe.each(TRANSPORTS)('words without a sound over %s', (_, speak) => {
  test.each(['First line\n™\nSecond line ~', 'One. ™ Two. ® ©\n\n~\n\nThree!', 'Hello\n~'])(
    'have times like all others: %j',
    async (transcript) => {
      const words = wordsIn(await speak({ transcript, add_timestamps: true }))
      expect(words.map(({ what }) => what).join(' ')).toBe(transcript.split(/\s+/).join(' '))
      const edges = words.flatMap(({ start, end }) => [start, end])
      expect(edges).toEqual(edges.toSorted((one, other) => one - other))
    },
  )
})
