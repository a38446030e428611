import type { Purr } from '../support/process.ts'
import { goodRequest, post } from '../support/request.ts'
import { decode, type Person, type Recording } from './people.ts'
import { run } from './recognizer.ts'

/** Speaks a text into a WAV file. */
export type Speak = (text: string, file: string) => Promise<unknown>

/** Speaks with a voice of a running server, in its own language unless another is given. */
export function purr(
  { url, key }: Purr,
  voiceId: string,
  encoding: string,
  sampleRate: number,
  language?: string,
): Speak {
  return async (text, file) => {
    const voice = { mode: 'id', id: voiceId }
    const output_format = { container: 'wav', encoding, sample_rate: sampleRate }
    const answer = await post(`${url}/tts/bytes`, key, {
      ...goodRequest,
      transcript: text,
      voice,
      language,
      output_format,
    })
    if (!answer.ok) throw new Error(await answer.text())
    await Bun.write(file, answer)
  }
}

/**
 * "Speaks" the texts of a person's recordings by copying these.
 *
 * @param folder of the people's recordings
 */
export function copied(folder: string, name: Person, recordings: readonly Recording[]): Speak {
  const ids = new Map(recordings.map(({ id, text }) => [text, id]))
  return (text, file) => decode(folder, name, ids.get(text)!, file)
}

/** Sends speech over a telephone line: 8 kHz, μ-law. */
export function called(speak: Speak): Speak {
  return async (text, file) => {
    await speak(text, `${file}.wide.wav`)
    await run(['sox', `${file}.wide.wav`, '-r', '8000', '-e', 'mu-law', file])
  }
}
