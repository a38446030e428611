import type { VoicesPage } from '../../src/voices/voices.ts'
import { startPurr } from '../support/process.ts'
import { requirePrograms, run } from './recognizer.ts'
import { errorRate, readSentences } from './sentences.ts'
import { purr, type Speak } from './speak.ts'

/**
 * How well a recogniser understands Purr, through a running server and at every rate, beside flite and espeak-ng in
 * the same run. `bun run bench:intelligibility [voice name …]`; without names it measures Kathleen.
 */

const flite =
  (voice: string): Speak =>
  (text, file) =>
    run(['flite', '-voice', voice, '-t', text, '-o', file])
/** flite through the same telephone line: what the recogniser itself loses there. */
const fliteCall: Speak = async (text, file) => {
  await flite('rms')(text, `${file}.wide.wav`)
  await run(['sox', `${file}.wide.wav`, '-r', '8000', '-e', 'mu-law', file])
}
const espeak: Speak = (text, file) => run(['espeak-ng', '-v', 'en-us', '-w', file, text])

requirePrograms({
  sox: 'sox',
  flite: 'flite',
  'espeak-ng': 'espeak-ng',
  pocketsphinx_batch: 'pocketsphinx pocketsphinx-en-us',
})
const harvard = await readSentences('harvard.txt')
const conversation = await readSentences('conversation.txt')
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
