import type { Purr } from '../../support/process.ts'
import { inParallel } from '../parallel.ts'
import { run } from '../recognizer.ts'
import { errorRate, readSentences } from '../sentences.ts'
import { called, purr, type Speak } from '../speak.ts'
import { stockVoices, voiceId } from '../voices.ts'
import { percent } from './percent.ts'

const flite =
  (voice: string): Speak =>
  (text, file) =>
    run(['flite', '-voice', voice, '-t', text, '-o', file])
const espeak: Speak = (text, file) => run(['espeak-ng', '-v', 'en-us', '-w', file, text])

/**
 * Prints the word error rates of English voices at every rate, beside those of other synthesizers.
 *
 * @param names the names of the voices. Throws for an unknown one
 */
export async function measurePeers(server: Purr, names: readonly string[]): Promise<void> {
  const harvard = await readSentences('harvard.txt')
  const conversation = await readSentences('conversation.txt')
  const voices = await stockVoices(server)
  const systems: [string, Speak][] = [
    ...names.flatMap((name): [string, Speak][] => {
      const id = voiceId(voices, name)
      return [
        [`Purr ${name}, 22050 Hz`, purr(server, id, 'pcm_s16le', 22050)],
        [`Purr ${name}, 16000 Hz`, purr(server, id, 'pcm_s16le', 16000)],
        [`Purr ${name}, 8000 Hz mu-law`, purr(server, id, 'pcm_mulaw', 8000)],
      ]
    }),
    ...['rms', 'slt', 'awb', 'kal16'].map((voice): [string, Speak] => [`flite ${voice}`, flite(voice)]),
    // shows the recogniser's own loss there
    ['flite rms, 8000 Hz mu-law', called(flite('rms'))],
    ['espeak-ng en-us', espeak],
  ]
  const counts = [harvard, conversation].map((set) =>
    set.reduce((sum, { words }) => sum + words.split(' ').length, 0),
  )
  const rows = await inParallel(systems, async ([name, speak]) => {
    console.error(`${name}: Harvard and conversational sentences`)
    const parts = [await errorRate(speak, harvard), await errorRate(speak, conversation)]
    const all = (parts[0]! * counts[0]! + parts[1]! * counts[1]!) / (counts[0]! + counts[1]!)
    return { name, rates: [...parts, all], all }
  })
  console.log(
    '\nEnglish: word error rate (pocketsphinx en-us); ratio: against the first row, on all sentences\n',
  )
  console.log(
    `| | ${harvard.length} Harvard sentences | ${conversation.length} conversational | all | ratio |`,
  )
  console.log('|---|---|---|---|---|')
  for (const { name, rates, all } of rows)
    console.log(`| ${name} | ${rates.map(percent).join(' | ')} | ${(all / rows[0]!.all).toFixed(2)} |`)
}
