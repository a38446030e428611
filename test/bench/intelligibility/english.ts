import { SAMPLE_RATE } from '../../../src/speech/engine/engine.ts'
import type { Purr } from '../../support/process.ts'
import { stockVoices } from '../cloning/clone.ts'
import { HELD_OUT } from '../people.ts'
import { recognize, run, wordErrorRate } from '../recognizer.ts'
import { errorRate, readSentences } from '../sentences.ts'
import { purr, type Speak } from '../speak.ts'
import { compareHeldOut } from './held-out.ts'

const VOICE = 'Kathleen'
/** The English voices that there were before the recorded ones. */
const EARLIER = ['Sally', 'Richard', 'Angus', 'Karl']

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

/** Prints the word error rates of Kathleen and of voices that are named. Gives what the goals come to. */
export async function measureEnglish(
  server: Purr,
  named: readonly string[],
  recordings: string | undefined,
): Promise<(readonly [what: string, isMet: boolean])[]> {
  const harvard = await readSentences('harvard.txt')
  const conversation = await readSentences('conversation.txt')
  const voices = await stockVoices(server)
  const served = (name: string, encoding: string, rate: number) => {
    const voice = voices.find((each) => each.name === name)
    if (voice === undefined) throw new Error(`there is no voice ${name}`)
    return purr(server, voice.id, encoding, rate)
  }
  const systems: [string, Speak][] = [
    ...[VOICE, ...named].flatMap((name): [string, Speak][] => [
      [`Purr ${name}, 22050 Hz`, served(name, 'pcm_s16le', 22050)],
      [`Purr ${name}, 16000 Hz`, served(name, 'pcm_s16le', 16000)],
      [`Purr ${name}, 8000 Hz mu-law`, served(name, 'pcm_mulaw', 8000)],
    ]),
    ...['rms', 'slt', 'awb', 'kal16'].map((voice): [string, Speak] => [`flite ${voice}`, flite(voice)]),
    ['flite rms, 8000 Hz mu-law', fliteCall],
    ['espeak-ng en-us', espeak],
  ]
  const counts = [harvard, conversation].map((set) =>
    set.reduce((sum, { words }) => sum + words.split(' ').length, 0),
  )
  let first: { harvard: number; all: number } | undefined
  console.log(
    '\nEnglish: word error rate (pocketsphinx en-us); ratio: against the first row, on all sentences\n',
  )
  console.log(
    `| | ${harvard.length} Harvard sentences | ${conversation.length} conversational | all | ratio |`,
  )
  console.log('|---|---|---|---|---|')
  for (const [name, speak] of systems) {
    console.error(`${name}: Harvard and conversational sentences`)
    const parts = [await errorRate(speak, harvard), await errorRate(speak, conversation)]
    const all = (parts[0]! * counts[0]! + parts[1]! * counts[1]!) / (counts[0]! + counts[1]!)
    first ??= { harvard: parts[0]!, all }
    const rates = [...parts, all].map(percent)
    console.log(`| ${name} | ${rates.join(' | ')} | ${(all / first.all).toFixed(2)} |`)
  }

  console.log(`\nWord error rate of every earlier voice, ${harvard.length} Harvard sentences\n`)
  console.log('| | errors | ratio |\n|---|---|---|')
  const own = first!.harvard
  console.log(`| Purr ${VOICE} | ${percent(own)} | 1.00 |`)
  let isBest = true
  for (const name of EARLIER) {
    console.error(`Purr ${name}: Harvard sentences`)
    const rate = await errorRate(served(name, 'pcm_s16le', SAMPLE_RATE), harvard)
    console.log(`| Purr ${name} | ${percent(rate)} | ${(rate / own).toFixed(2)} |`)
    isBest &&= own < rate
  }

  const texts = HELD_OUT.kathleen.map(({ text }) => text)
  console.log(`\nEnglish: word error rate, ${texts.length} held-out texts\n`)
  const goal = await compareHeldOut(
    server,
    {
      person: 'kathleen',
      voice: VOICE,
      others: [],
      language: 'en',
      errorRate: async (files) => wordErrorRate(texts, await recognize(files)),
    },
    recordings,
  )
  return [
    ...(goal === undefined ? [] : [goal]),
    [`Purr ${VOICE} better than every earlier voice on the Harvard sentences`, isBest],
  ]
}

function percent(rate: number): string {
  return `${(100 * rate).toFixed(1)} %`
}
