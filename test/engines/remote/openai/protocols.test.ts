import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Member, type Service, startService } from '../../../support/service.ts'
import { failureOf, opened, pitchOf, SENTENCE, segmentOf, speak, spoken } from './spoken.ts'
import { kokoroFastApi, localAi, speaches, TONE, vllmOmni } from './stand-ins.ts'

/** Whether samples at 22050 Hz are this many seconds of the tone. */
function expectTone(pcm: Float32Array, seconds: number): void {
  expect(pitchOf(pcm)).toBeCloseTo(TONE, 0)
  expect(Math.abs(pcm.length / 22_050 - seconds)).toBeLessThan(0.06)
}

describe('the original Gepard 1.0 on vLLM-Omni', () => {
  const config = (url: string, fields = {}) => ({
    urls: [url],
    model: 'nineninesix/gepard-1.0',
    sample_rate: 22_050,
    frames_per_second: 21.5,
    ...fields,
  })

  test.each(['audio', 'sse'])('speaks with stream_format %s', async (stream_format) => {
    await using server = vllmOmni({ seconds: 2 })
    const { engine, hasSpeed } = await opened(config(server.url, { stream_format }))
    const { pcm, words } = await spoken(engine)
    expectTone(pcm, 2)
    expect(words.map(({ word }) => word)).toEqual(SENTENCE.text.split(' '))
    expect(hasSpeed).toBe(false)
  })

  test('is asked for frames of a bounded number, and for nothing that it refuses', async () => {
    await using server = vllmOmni({ seconds: Number.POSITIVE_INFINITY })
    const { engine } = await opened(config(server.url))
    const { pcm } = await spoken(engine, { ...SENTENCE, speed: 1.5 })
    const frames = Math.ceil((2 * SENTENCE.seconds + 2) * 21.5)
    expectTone(pcm, (frames * 1024) / 22_050)
    expect(server.requests).toEqual([
      {
        model: 'nineninesix/gepard-1.0',
        input: SENTENCE.text,
        voice: 'default',
        response_format: 'pcm',
        stream: true,
        stream_format: 'audio',
        max_new_tokens: frames,
      },
    ])
  })

  test('refuses once what it does not take; that tells nothing against the server', async () => {
    await using server = vllmOmni()
    const { engine, health, servers } = await opened(config(server.url, { extra: { language: 'English' } }))
    for (let i = 0; i < 5; i++) expect(String(await failureOf(speak(engine)))).toContain('answered 400: ')
    expect(server.requests).toHaveLength(5)
    expect(health()).toBe('ready')
    expect(servers!()[0]).toMatchObject({ requests: 5, failures: 0, retries: 0, outstanding: 0 })
  })
})

describe('Kokoro-FastAPI', () => {
  const speaker = { voice: 'af_heart', speed: 1.25, pace: 1.25 }

  test('speaks at the speed that is asked for, in one connection after the other', async () => {
    await using server = kokoroFastApi({ seconds: 2 })
    const { engine, hasSpeed } = await opened({ urls: [server.url], model: 'kokoro', takes_speed: true })
    expect(hasSpeed).toBe(true)
    for (let i = 0; i < 3; i++) expectTone((await spoken(engine, SENTENCE, { speaker })).pcm, 1.6)
    expect(server.requests[0]!.speed).toBe(1.25)
    expect(server.connections).toBe(1)
    await spoken(engine, { ...SENTENCE, speed: 0.8 }, { speaker })
    expect(server.requests.at(-1)).not.toHaveProperty('speed')
  })

  test('is louder as its speaker is', async () => {
    await using server = kokoroFastApi()
    const { engine } = await opened({ urls: [server.url], model: 'kokoro' })
    const peak = async (volume: number) =>
      (await spoken(engine, { ...SENTENCE, volume }, { speaker: { ...speaker, speed: 1 } })).pcm.reduce(
        (most, sample) => Math.max(most, sample),
      )
    expect((await peak(1)) / (await peak(0.5))).toBeCloseTo(2, 1)
  })
})

describe('speaches', () => {
  const config = { model: 'speaches-ai/piper-en_US-lessac-medium' }

  test.each(['audio', 'sse'])('speaks with stream_format %s', async (stream_format) => {
    await using server = speaches()
    const { engine } = await opened({ ...config, urls: [server.url], stream_format, sample_rate: 22_050 })
    expectTone((await spoken(engine)).pcm, 1)
  })

  test('is asked for a rate', async () => {
    await using server = speaches()
    const { engine } = await opened({ ...config, urls: [server.url], extra: { sample_rate: 24_000 } })
    expectTone((await spoken(engine)).pcm, 1)
  })
})

describe('LocalAI', () => {
  test('speaks in a WAV', async () => {
    await using server = localAi()
    const { engine } = await opened({ urls: [server.url], model: 'piper', sample_rate: 22_050 })
    expectTone((await spoken(engine)).pcm, 1)
  })

  test('of another rate says what to set', async () => {
    await using server = localAi({ rate: 16_000 })
    const { engine } = await opened({ urls: [server.url], model: 'piper' })
    expect(String(await failureOf(speak(engine)))).toContain('set sample_rate')
  })
})

describe('another Purr', () => {
  let far: Service
  let member: Member
  beforeAll(async () => {
    far = await startService()
    member = await far.member(1_000_000)
  })
  afterAll(() => far.close())

  const open = (fields = {}) =>
    opened(
      { urls: [`${far.url}/v1`], api_key_env: 'FAR_KEY', model: 'gepard-1.0', takes_speed: true, ...fields },
      { FAR_KEY: member.key },
    )
  const speaker = { voice: 'Kathleen', speed: 1, pace: 1 }

  test('says the same in bytes and in events', async () => {
    const [bytes, events] = [await open(), await open({ stream_format: 'sse' })]
    const first = await spoken(bytes.engine, SENTENCE, { speaker })
    const second = await spoken(events.engine, SENTENCE, { speaker })
    expect(first.pcm.length / 22_050).toBeCloseTo(SENTENCE.seconds, 0)
    expect(second.pcm).toEqual(first.pcm)
    expect(first.words.map(({ word }) => word)).toEqual(SENTENCE.text.split(' '))
  })

  test('tells the times of the words', async () => {
    const { engine, wordTimes } = await open({ stream_format: 'sse', word_times: true })
    expect(wordTimes).toBe('exact')
    const segment = segmentOf('At 5:30 the café opened slowly!')
    const { words, pcm } = await spoken(engine, segment, { speaker })
    expect(words.map(({ word }) => word)).toEqual(['At', '5:30', 'the', 'café', 'opened', 'slowly!'])
    expect(words[1]!.said.map(({ word }) => word)).toEqual(['five', 'thirty'])
    const end = pcm.length / 22_050
    for (const [at, { start, end: wordEnd }] of words.entries()) {
      expect(start).toBeGreaterThanOrEqual(words[at - 1]?.start ?? 0)
      expect(wordEnd).toBeLessThanOrEqual(end + 0.05)
    }
  })

  test('is faster if asked to be', async () => {
    const { engine } = await open()
    const usual = await spoken(engine, SENTENCE, { speaker })
    const fast = await spoken(engine, SENTENCE, { speaker: { ...speaker, speed: 1.5 } })
    expect(fast.pcm.length / usual.pcm.length).toBeLessThan(0.75)
  })

  test('does not know a wrong key, and the key is in no message', async () => {
    const key = `${member.key.slice(0, -6)}xxxxxx`
    const logged: string[] = []
    const { engine, health } = await opened(
      { urls: [`${far.url}/v1`], api_key_env: 'FAR_KEY', model: 'gepard-1.0' },
      { FAR_KEY: key },
      logged,
    )
    for (let i = 0; i < 3; i++) {
      const failure = await failureOf(speak(engine, SENTENCE, { speaker }))
      expect(String(failure)).toContain('answered 401')
      expect(Bun.inspect(failure)).not.toContain(key)
    }
    expect(health()).toBe('unavailable')
    expect(logged.join('')).not.toContain(key)
  })
})
