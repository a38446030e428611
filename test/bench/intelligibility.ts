import { join } from 'node:path'
import type { VoicesPage } from '../../src/voices/voices.ts'
import { type Purr, startPurr } from '../support/process.ts'
import { goodRequest, post } from '../support/request.ts'
import { recognize, requirePrograms, run, withFolder, wordErrorRate } from './recognizer.ts'

/**
 * How well a recogniser understands Purr, through a running server and at every rate, beside flite and espeak-ng in
 * the same run. `bun run bench:intelligibility [voice name …]`; without names it measures Kathleen.
 */

interface Sentence {
  readonly text: string
  /** The words that should be heard. */
  readonly words: string
}

/** Writes the sentence as a WAV file. */
type Speak = (text: string, file: string) => Promise<void> | void

async function read(name: string): Promise<Sentence[]> {
  const lines = (await Bun.file(join(import.meta.dir, name)).text()).trim().split('\n')
  return lines.map((line) => {
    const [text = '', words = text] = line.split('|')
    return { text, words }
  })
}

function purr({ url, key }: Purr, voiceId: string, encoding: string, sampleRate: number): Speak {
  return async (text, file) => {
    const voice = { mode: 'id', id: voiceId }
    const output_format = { container: 'wav', encoding, sample_rate: sampleRate }
    const answer = await post(`${url}/tts/bytes`, key, {
      ...goodRequest,
      transcript: text,
      voice,
      output_format,
    })
    if (!answer.ok) throw new Error(await answer.text())
    await Bun.write(file, answer)
  }
}

const flite =
  (voice: string): Speak =>
  (text, file) =>
    run(['flite', '-voice', voice, '-t', text, '-o', file])
/** flite through the same telephone line: what the recogniser itself loses there. */
const fliteCall: Speak = (text, file) => {
  flite('rms')(text, `${file}.wide.wav`)
  run(['sox', `${file}.wide.wav`, '-r', '8000', '-e', 'mu-law', file])
}
const espeak: Speak = (text, file) => run(['espeak-ng', '-v', 'en-us', '-w', file, text])

async function errorRate(speak: Speak, sentences: readonly Sentence[]): Promise<number> {
  return withFolder(async (folder) => {
    const files = sentences.map((_, index) => join(folder, `${index}.wav`))
    for (const [index, { text }] of sentences.entries()) await speak(text, files[index]!)
    return wordErrorRate(
      sentences.map(({ words }) => words),
      await recognize(files),
    )
  })
}

requirePrograms({
  sox: 'sox',
  flite: 'flite',
  'espeak-ng': 'espeak-ng',
  pocketsphinx_batch: 'pocketsphinx pocketsphinx-en-us',
})
const harvard = await read('harvard.txt')
const conversation = await read('conversation.txt')
const server = await startPurr()
try {
  const wanted = process.argv.slice(2)
  const list = await fetch(`${server.url}/voices`, { headers: { 'x-api-key': server.key } })
  const { data } = (await list.json()) as VoicesPage
  const chosen = data.filter(({ name }) =>
    wanted.length === 0 ? name === 'Kathleen' : wanted.includes(name),
  )
  const systems: [string, Speak][] = [
    ...chosen.flatMap(({ id, name }): [string, Speak][] => [
      [`Purr ${name}, 22050 Hz`, purr(server, id, 'pcm_s16le', 22050)],
      [`Purr ${name}, 16000 Hz`, purr(server, id, 'pcm_s16le', 16000)],
      [`Purr ${name}, 8000 Hz mu-law`, purr(server, id, 'pcm_mulaw', 8000)],
    ]),
    ...['rms', 'slt', 'awb', 'kal16'].map((voice): [string, Speak] => [`flite ${voice}`, flite(voice)]),
    ['flite rms, 8000 Hz mu-law', fliteCall],
    ['espeak-ng en-us', espeak],
  ]
  let base: number | undefined
  console.log('Word error rate (pocketsphinx en-us); ratio: against the first row, on all sentences\n')
  console.log(
    `| | ${harvard.length} Harvard sentences | ${conversation.length} conversational | all | ratio |`,
  )
  console.log('|---|---|---|---|---|')
  for (const [name, speak] of systems) {
    const parts = [await errorRate(speak, harvard), await errorRate(speak, conversation)]
    const counts = [harvard, conversation].map((set) =>
      set.reduce((sum, { words }) => sum + words.split(' ').length, 0),
    )
    const all = (parts[0]! * counts[0]! + parts[1]! * counts[1]!) / (counts[0]! + counts[1]!)
    base ??= all
    const percent = [...parts, all].map((rate) => `${(100 * rate).toFixed(1)} %`)
    console.log(`| ${name} | ${percent.join(' | ')} | ${(all / base).toFixed(2)} |`)
  }
} finally {
  await server.stop()
  await server.remove()
}
