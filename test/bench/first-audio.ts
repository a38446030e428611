import { seeded } from '../support/random.ts'
import { goodRequest } from '../support/request.ts'
import { audioOf, SpeechClient } from '../support/speech-client.ts'
import { conversation, PROSE } from './texts.ts'

const ROUNDS = 60
const WARM_UP_ROUNDS = 5

/**
 * The time in milliseconds from sending a text to its first decoded audio over the WebSocket, one turn at a time, for
 * texts of several lengths. All texts of a round begin with the same words, and each round begins with different words.
 *
 * @param lengths lengths in characters
 */
export async function firstAudioByLength(
  url: string,
  key: string,
  lengths: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const random = seeded(1)
  const times = new Map(lengths.map((length) => [length, [] as number[]]))
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const client = await SpeechClient.connect(url, key)
    const text = [...shuffled(PROSE, random), ...conversation()].join(' ')
    for (const length of lengths) {
      const time = await firstAudio(client, beginningOf(text, length))
      if (round >= 0) times.get(length)!.push(time)
    }
    client.close()
  }
  return times
}

/** The beginning of a text, cut at a word and ended with a full stop. */
function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/\W*\w*$/, '.')
}

async function firstAudio(client: SpeechClient, transcript: string): Promise<number> {
  const context_id = crypto.randomUUID()
  const output_format = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 }
  const start = performance.now()
  client.send({ ...goodRequest, context_id, transcript, output_format })
  await client.until(() => audioOf(client.of(context_id)).length > 0)
  const time = performance.now() - start
  const end = (await client.turn(context_id)).at(-1)!
  if (end.type !== 'done') throw new Error(`a turn failed: ${JSON.stringify(end)}`)
  return time
}

function shuffled<Value>(values: readonly Value[], random: () => number): Value[] {
  return values
    .map((value) => ({ value, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value)
}
