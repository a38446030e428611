import { afterAll, beforeAll, expect, test } from 'bun:test'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'

let service: Service
let member: Member
beforeAll(async () => {
  service = await startService()
  member = await service.member(100_000)
})
afterAll(() => service.close())

const voice = (name: string) => ({ mode: 'id', id: catalogue().find((each) => each.name === name)!.id })

async function spoken(name: string, transcript: string, language?: string): Promise<Uint8Array> {
  const request = { ...goodRequest, transcript, voice: voice(name), language }
  const answer = await post(`${service.url}/tts/bytes`, member.key, request)
  expect(answer.status).toBe(200)
  return answer.bytes()
}

test.each([
  [
    'Kerstin',
    'Der Zug fährt am 3. Mai um 14:30 Uhr.',
    'Der Zug fährt am dritten Mai um vierzehn Uhr dreißig.',
    'de-DE',
  ],
  ['Nathalie', 'De trein vertrekt op 3 mei om 9 uur.', 'De trein vertrekt op drie mei om negen uur.', 'nl'],
])('%s reads her own language, whatever region is asked for', async (name, written, said, language) => {
  const own = await spoken(name, written)
  expect(own.length).toBeGreaterThan(50_000)
  expect((await spoken(name, said, language)).length).toBe(own.length)
})

test('the language of a request counts, in any voice', async () => {
  const [german, english, plain] = await Promise.all([
    spoken('Kathleen', 'Die Stunde', 'de'),
    spoken('Kathleen', 'Die Stunde', 'en'),
    spoken('Kathleen', 'Die Stunde'),
  ])
  expect(Buffer.compare(english!, plain!)).toBe(0)
  expect(Buffer.compare(german!, english!)).not.toBe(0)
})

test('word times are those of the words as written, in German too', async () => {
  const client = await SpeechClient.connect(service.url, member.key)
  client.send({
    ...goodRequest,
    transcript: 'Das macht 5,20 €, bitte.',
    voice: voice('Kerstin'),
    output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 },
    context_id: 'turn',
    add_timestamps: true,
  })
  const frames = await client.turn('turn')
  const words = frames.flatMap(
    ({ word_timestamps }) => (word_timestamps as { words: string[] } | undefined)?.words ?? [],
  )
  expect(words).toEqual(['Das', 'macht', '5,20', '€,', 'bitte.'])
  client.close()
})
