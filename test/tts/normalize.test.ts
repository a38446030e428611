import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import type { Normalized } from '../../src/tts/normalize.ts'
import { makeDictionary } from '../support/dictionaries.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

let service: Service
let member: Member
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  member = await service.member(1000)
})

const ask = (body: unknown, { key } = member) => post(`${service.url}/tts/normalize`, key, body)

async function normalized(transcript: string, more: object = {}): Promise<Normalized> {
  const answer = await ask({ transcript, ...more })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Normalized
}

/** In short: "Dr.=doctor", "," for a pause, "(0.5)" for silence. */
function inShort({ tokens }: Normalized): string {
  return tokens
    .map((token) => {
      if (token.type === 'pause') return token.mark
      if (token.type === 'silence') return `(${token.seconds})`
      return `${token.text}=${token.said.map(({ word }) => word).join('+')}`
    })
    .join(' ')
}

const wordsOf = ({ tokens }: Normalized) => tokens.filter((token) => token.type === 'word')
const GERMAN = catalogue().find(({ language }) => language.startsWith('de'))!.id

test.each<[string, string, object]>([
  ['Dr. Smith paid $5.', 'Dr.=doctor Smith=smith paid=paid $5.=five+dollars .', {}],
  ['All 101, really!', 'All=all 101,=one+hundred+one , really!=really !', { language: 'en-US' }],
  ['All 101, really!', 'All=all 101,=one+hundred+and+one , really!=really !', { language: 'en-GB' }],
  ['Um 5 Uhr.', 'Um=um 5=fünf Uhr.=uhr .', { language: 'de' }],
  ['Um 5 Uhr.', 'Um=um 5=fünf Uhr.=uhr .', { voice: { mode: 'id', id: GERMAN } }],
  ['Wait.<break time="500ms"/>Go.', 'Wait.=wait . (0.5) Go.=go .', {}],
  ['<spell>AB1</spell>', 'AB1=A+B+one .', {}],
  ['...', '...= .', {}],
])('"%s" is %s', async (transcript, expected, more) => {
  expect(inShort(await normalized(transcript, more))).toBe(expected)
})

test('places are those of the words in the transcript, in code points, tags included', async () => {
  const transcript =
    '🙂🙂 Say  <phoneme alphabet="ipa" ph="wɪn">Nguyen</phoneme>, <speed ratio="1.2"/>twice: $5.20!\n'
  const points = Array.from(transcript)
  const words = wordsOf(await normalized(transcript))
  expect(words.map(({ text }) => text)).toEqual(['🙂🙂', 'Say', 'Nguyen,', 'twice:', '$5.20!'])
  const found = words.map(({ start, end }) => points.slice(start, end).join(''))
  expect(found).toEqual(['🙂🙂', 'Say', 'Nguyen</phoneme>,', 'twice:', '$5.20!'])
})

test('phones are those that a turn says', async () => {
  const transcript = 'I read 42 books, Nguyen; the red one is a résumé.'
  const { id } = await makeDictionary(service, member, [{ text: 'Nguyen', ipa: 'wɪn' }])
  const reading = { transcript, pronunciation_dict_id: id }
  const answer = await post(`${service.url}/tts/sse`, member.key, {
    ...goodRequest,
    ...reading,
    output_format: { ...goodRequest.output_format, container: 'raw' },
    add_phoneme_timestamps: true,
  })
  const frames = (await answer.text()).split('\n\n').filter((event) => event !== '')
  const spoken = frames.flatMap(
    (event) => JSON.parse(event.slice('data: '.length)).phoneme_timestamps?.phonemes ?? [],
  )
  const told = wordsOf(await normalized(transcript, reading)).flatMap(({ said }) =>
    said.flatMap(({ phonemes }) => phonemes),
  )
  expect(told).toEqual(spoken)
  expect(told.join('')).toContain('wˈɪn')
})

test('phones that are told can be given as IPA, and are said the same', async () => {
  const word = (answer: Normalized) => wordsOf(answer)[0]!.said[0]!.phonemes
  for (const written of ['conversation', 'photograph', 'judge', 'butter', 'thirteen']) {
    const phones = word(await normalized(written))
    const { id } = await makeDictionary(service, member, [{ text: written, ipa: phones.join('') }])
    expect(word(await normalized(written, { pronunciation_dict_id: id }))).toEqual(phones)
  }
})

test('the prediction is that of a turn at the speed that is asked for', async () => {
  const text = 'The doctor can see you at half past five on Monday.'
  const { seconds } = await normalized(text)
  const fast = await normalized(text, { generation_config: { speed: 1.5 } })
  expect(fast.seconds).toBeCloseTo(seconds / 1.5, 2)
  const answer = await post(`${service.url}/tts/bytes`, member.key, {
    ...goodRequest,
    transcript: text,
    output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 },
  })
  const spoken = (await answer.arrayBuffer()).byteLength / 2 / 22050
  expect(spoken / seconds).toBeGreaterThan(0.7)
  expect(spoken / seconds).toBeLessThan(1.3)
})

describe('a request', () => {
  test.each<[string, object, number, string]>([
    ['without a transcript', {}, 400, 'missing_transcript'],
    ['with a wrong language', { transcript: 'a', language: 'english' }, 400, 'invalid_language'],
    ['with a voice that is none', { transcript: 'a', voice: 'x' }, 400, 'missing_voice'],
    ['with an unknown voice', { transcript: 'a', voice: { mode: 'id', id: 'x' } }, 404, 'voice_not_found'],
    [
      'with an unknown dictionary',
      { transcript: 'a', pronunciation_dict_id: 'x' },
      404,
      'pronunciation_dict_not_found',
    ],
    ['that is long', { transcript: 'I see. '.repeat(1000) }, 400, 'input_too_long'],
    ['of many characters', { transcript: '. '.repeat(9000) }, 400, 'input_too_long'],
  ])('%s is refused by name', async (_, body, status, error) => {
    const answer = await ask(body)
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([status, error])
  })

  test('costs no credits, and counts as a request', async () => {
    const [free, busy] = [await service.member(0), await service.member(0, { requestsPerMinute: 2 })]
    expect((await ask({ transcript: 'Hello.' }, free)).status).toBe(200)
    expect(await service.balance(free)).toBe(0)
    const statuses: number[] = []
    for (let i = 0; i < 3; i++) statuses.push((await ask({ transcript: 'Hello.' }, busy)).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  test('with thousands of silent stretches is answered, and does not keep others waiting', async () => {
    let turns = 0
    const counting = setInterval(() => turns++, 0)
    const { tokens } = await normalized('. \n'.repeat(5000))
    clearInterval(counting)
    expect(tokens.filter((token) => token.type === 'word').length).toBe(5000)
    expect(turns).toBeGreaterThan(10)
  })
})
