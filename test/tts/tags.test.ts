import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { seeded } from '../support/random.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Service, startService } from '../support/service.ts'
import { audioOf, SpeechClient } from '../support/speech-client.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const CREDITS = 100_000
const RAW = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 }
const TEXT =
  '<speak>Dr. Smith says<break time="300ms"/>hello 😀. Your code is <spell>AB-12</spell>, <speed ratio="1.2"/>and you ' +
  'say <phoneme alphabet="ipa" ph="təˈmɑːtəʊ">tomato</phoneme>; a < b. <volume ratio="0.7"/>The <sub alias="World Wide ' +
  'Web">WWW</sub> is <emotion value="calm"/><b>big</b>.</speak>'

function request(transcript: string, more: object = {}) {
  return { ...goodRequest, output_format: RAW, transcript, ...more }
}

/** The audio of a turn whose text comes in frames, and the words that its timestamps echo. */
async function turn(key: string, pieces: readonly string[]) {
  const client = await SpeechClient.connect(service.url, key)
  const more = { context_id: 'one', add_timestamps: true }
  for (const piece of pieces) client.send(request(piece, { ...more, continue: true }))
  client.send({ context_id: 'one', transcript: '' })
  const frames = await client.turn('one')
  client.close()
  const words = frames
    .filter(({ type }) => type === 'timestamps')
    .flatMap(({ word_timestamps }) => (word_timestamps as { words: string[] }).words)
  return { audio: audioOf(frames), words, last: frames.at(-1)!.type }
}

describe('a transcript with tags', () => {
  test('is the same audio, byte for byte, over HTTP and in frames that are cut anywhere', async () => {
    const { key } = await service.member(CREDITS)
    const answer = await post(`${service.url}/tts/bytes`, key, request(TEXT))
    expect(answer.status).toBe(200)
    const whole = Buffer.from(await answer.arrayBuffer())
    const random = seeded(11)
    for (let round = 0; round < 6; round++) {
      const pieces: string[] = []
      for (let at = 0; at < TEXT.length; ) {
        const length = 1 + Math.floor(random() * (round < 2 ? 4 : 40))
        pieces.push(TEXT.slice(at, at + length))
        at += length
      }
      const { audio, words } = await turn(key, pieces)
      expect(audio.equals(whole)).toBe(true)
      expect(words.join(' ')).toBe(
        'Dr. Smith says hello 😀. Your code is AB-12, and you say tomato; a < b. The WWW is big.',
      )
    }
  })

  test('costs a credit for each of its characters, those of tags too', async () => {
    const member = await service.member(CREDITS)
    await (await post(`${service.url}/tts/bytes`, member.key, request(TEXT))).arrayBuffer()
    expect(await service.balance(member)).toBe(CREDITS - [...TEXT].length)
  })

  test.each([
    ['nothing but tags', '<speak><break time="0s"/><b></b></speak>', 'missing_transcript'],
    ['more silence than a turn can have', `Hello.${'<break time="10s"/>'.repeat(5)}`, 'input_too_long'],
    [
      'slow speech that would be too long',
      `<speed ratio="0.6"/>${'So it goes on and on. '.repeat(24)}`,
      'input_too_long',
    ],
  ])('of %s is refused, and costs nothing', async (_, transcript, code) => {
    const member = await service.member(CREDITS)
    const answer = await post(`${service.url}/tts/bytes`, member.key, request(transcript))
    expect(((await answer.json()) as { error: string }).error).toBe(code)
    expect(await service.balance(member)).toBe(CREDITS)
  })

  test.each<[string, (key: string, transcript: string) => Promise<Buffer>]>([
    [
      'in one request',
      async (key, transcript) => {
        const answer = await post(`${service.url}/tts/bytes`, key, request(transcript))
        return Buffer.from(await answer.arrayBuffer())
      },
    ],
    [
      'in one frame',
      async (key, transcript) => {
        const client = await SpeechClient.connect(service.url, key)
        client.send(request(transcript, { context_id: 'one' }))
        const frames = await client.turn('one')
        client.close()
        expect(frames.at(-1)!.type).toBe('done')
        return audioOf(frames)
      },
    ],
    ['in a turn of several frames', async (key, transcript) => (await turn(key, [transcript])).audio],
  ])('of a pause alone is silence, and is paid, %s', async (_, speak) => {
    const member = await service.member(CREDITS)
    const transcript = '<speak><break time="1s"/></speak>'
    expect(await speak(member.key, transcript)).toEqual(Buffer.alloc(2 * 22050))
    await eventually(async () => (await service.balance(member)) === CREDITS - transcript.length)
  })

  test('of tags without a pause ends a turn of several frames without audio, and costs nothing', async () => {
    const member = await service.member(CREDITS)
    const { audio, last } = await turn(member.key, ['<speed ratio="1.2"/>', '<b></b>'])
    expect({ bytes: audio.length, last }).toEqual({ bytes: 0, last: 'done' })
    await eventually(async () => (await service.balance(member)) === CREDITS)
  })

  test('may have a frame of nothing but a tag', async () => {
    const { key } = await service.member(CREDITS)
    const { audio, last } = await turn(key, ['<break time="1s"/>', 'Hello.', '<break time="1s"/>'])
    const plain = await turn(key, ['Hello.'])
    expect(last).toBe('done')
    expect(audio.length).toBe(plain.audio.length + 2 * 2 * 22050)
  })

  test('that ends in what may be a tag is spoken to its end', async () => {
    const { key } = await service.member(CREDITS)
    expect((await turn(key, ['Five <', ' six.', ' Is x<y'])).words.join(' ')).toBe('Five < six. Is x<y')
  })
})
