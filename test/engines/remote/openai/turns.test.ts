import { expect, test } from 'bun:test'
import { localeOf } from '../../../../src/languages/registry.ts'
import { Dictionary } from '../../../../src/languages/shared/text/dictionary.ts'
import { speakSegments } from '../../../../src/speech/speak-segments.ts'
import { TextStream } from '../../../../src/speech/text-stream.ts'
import { eventually } from '../../../support/eventually.ts'
import { segmentsOf } from '../../../support/text-stream.ts'
import { opened, spoken } from './spoken.ts'
import { standIn, streamed, tone } from './stand-ins.ts'

const PCM = { 'content-type': 'audio/pcm' }
const SPEAKER = { voice: 'default', speed: 1, pace: 1 }
const PIECE = tone(24_000, 0.5)

test('the next segment of a turn is asked for while one is spoken, and they are heard in their order', async () => {
  const arrived = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  let count = 0
  await using server = standIn(() => {
    const at = count++
    arrived[at]!.resolve()
    return new Response(
      streamed(
        (async function* () {
          yield PIECE
          await arrived[Math.min(at + 1, 2)]!.promise
          yield PIECE
        })(),
      ),
      { headers: PCM },
    )
  })
  const { engine } = await opened({ urls: [server.url], model: 'kokoro' })
  const texts = segmentsOf('This is the first sentence. This is the second one! Is this the third?')
  const ends: number[] = []
  for await (const { text, isLast } of speakSegments(texts, SPEAKER, engine, new AbortController().signal)) {
    if (isLast) ends.push(text.end)
  }
  expect(ends).toEqual(texts.map(({ end }) => end))
  const said = ['This is the first sentence.', 'This is the second one!', 'Is this the third?']
  expect(server.requests.map(({ input }) => input)).toEqual(said)
})

test('a segment that was cut within its sentence is sent with a comma at its end', async () => {
  await using server = standIn(() => new Response(PIECE, { headers: PCM }))
  const { engine } = await opened({ urls: [server.url], model: 'kokoro' })
  for (const { segment } of segmentsOf('Hello <break time="1s"/>“world.” Bye <speed ratio="1.2"/>(now)')) {
    if (segment !== undefined) await spoken(engine, segment)
  }
  expect(server.requests.map(({ input }) => input)).toEqual(['Hello,', '“world.”', 'Bye,', '(now).'])
})

test('words are those of the text, where a dictionary has other words sent', async () => {
  const told = [
    { word: 'engine', start_time: 0.1, end_time: 0.2 },
    { word: 'X', start_time: 0.2, end_time: 0.3 },
    { word: 'purrs.', start_time: 0.3, end_time: 0.5 },
  ]
  await using server = standIn(() => {
    const audio = Buffer.from(PIECE).toString('base64')
    const events = [
      { type: 'speech.audio.words', words: told.slice(0, 1) },
      { type: 'speech.audio.delta', audio },
      { type: 'speech.audio.words', words: told.slice(1) },
      { type: 'speech.audio.done' },
    ]
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
    return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  })
  const config = { urls: [server.url], model: 'purr', stream_format: 'sse', word_times: true }
  const { engine } = await opened(config)
  const locale = localeOf('en-US')
  const segmentWith = (respelling: string) => {
    const dictionary = new Dictionary([{ text: 'nginx now', respelling }], locale.language)
    const stream = new TextStream(locale, { dictionary })
    return [...stream.push('nginx now purrs.'), ...stream.flush()][0]!.segment!
  }
  const same = await spoken(engine, segmentWith('engine X'))
  expect(same.words.map(({ word, start }) => [word, start])).toEqual([
    ['nginx', 0.1],
    ['now', 0.2],
    ['purrs.', 0.3],
  ])
  expect(server.requests[0]).toMatchObject({ input: 'engine X purrs.', return_timestamps: true })
  const more = await spoken(engine, segmentWith('engine X now'))
  expect(more.words.map(({ word }) => word)).toEqual(['nginx', 'now', 'purrs.'])
  expect(server.requests[1]).not.toHaveProperty('return_timestamps')
})

test('the first turn after an outage is spoken to its end: its further segments wait for what the first one finds', async () => {
  let isAway = true
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await using server = standIn(async () => {
    if (isAway) return new Response('', { status: 500 })
    await answered
    return new Response(PIECE, { headers: PCM })
  })
  const { engine, servers } = await opened({ urls: [server.url], model: 'kokoro' })
  const say = async (text: string) => {
    const lasts: boolean[] = []
    for await (const { isLast } of speakSegments(
      segmentsOf(text),
      SPEAKER,
      engine,
      new AbortController().signal,
    ))
      lasts.push(isLast)
    return lasts.filter((isLast) => isLast).length
  }
  while (servers!()[0]!.state === 'closed') await say('Hello.').catch(() => {})
  isAway = false
  await eventually(async () => servers!()[0]!.state === 'half-open')
  const said = say('This is the first sentence. This is the second one! Is this the third?')
  setTimeout(answer, 300)
  expect(await said).toBe(3)
})
