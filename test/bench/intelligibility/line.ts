import { SAMPLE_RATE } from '../../../src/audio/sample-rate.ts'
import type { Purr } from '../../support/process.ts'
import { seeded } from '../../support/random.ts'
import { rateOf } from '../error-rate.ts'
import { inParallel } from '../parallel.ts'
import { HELD_OUT, type Recording, recordingsOf } from '../people.ts'
import { errorsIn } from '../sentences.ts'
import { called, copied, purr, type Speak } from '../speak.ts'
import { stockVoices, voiceId } from '../voices.ts'
import { compareLineFactors, lineFactor } from './line-factor.ts'
import { percent } from './percent.ts'

const PERSON = 'kathleen'
const VOICE = 'Kathleen'
/** The held-out texts are too few to tell factors apart, so the voice has learnt from these. */
const TEXTS = 300
/** How many times the errors a telephone line may cause, unless it does so to the recordings. */
const GOAL = 1.5

/**
 * Prints how many times the word errors of Kathleen and of her recordings a telephone line causes. Returns the goal and whether
 * it is met.
 *
 * @param recordings the folder of recordings
 */
export async function measureLine(
  server: Purr,
  recordings: string,
): Promise<[what: string, isMet: boolean][]> {
  const chosen = await choose(recordings)
  const sentences = chosen.map(({ text }) => ({ text, words: text }))
  const id = voiceId(await stockVoices(server), VOICE)
  const recorded = copied(recordings, PERSON, chosen)
  const systems: readonly (readonly [label: string, speak: Speak])[] = [
    ['recordings', recorded],
    ['recordings, by telephone', called(recorded)],
    [`Purr ${VOICE}`, purr(server, id, 'pcm_s16le', SAMPLE_RATE, 'en')],
    [`Purr ${VOICE}, by telephone`, purr(server, id, 'pcm_mulaw', 8000, 'en')],
  ]
  console.log(
    `\nA telephone line (8 kHz, μ-law): word error rate (pocketsphinx en-us), ${TEXTS} texts of ${VOICE}\n`,
  )
  const wrong = await inParallel(systems, async ([label, speak]) => {
    console.error(`${label}: ${TEXTS} texts`)
    return errorsIn(speak, sentences)
  })
  console.log('| | errors |\n|---|---|')
  for (const [index, [label]] of systems.entries())
    console.log(`| ${label} | ${percent(rateOf(wrong[index]!))} |`)
  const ofRecordings = { fullBand: wrong[0]!, line: wrong[1]! }
  const ofVoice = { fullBand: wrong[2]!, line: wrong[3]! }
  const { ratio, from, to } = compareLineFactors(ofVoice, ofRecordings)
  const factor = lineFactor(ofVoice)
  console.log(
    `\nThe telephone multiplies the errors of ${VOICE} by ${factor.toFixed(2)}, of the recordings by ` +
      `${lineFactor(ofRecordings).toFixed(2)}: × ${ratio.toFixed(2)} (95 % interval ${from.toFixed(2)} to ${to.toFixed(2)})`,
  )
  return [
    [
      `the telephone multiplies the errors of ${VOICE} by at most ${GOAL}, or not detectably more than those of the recordings`,
      factor <= GOAL || from <= 1,
    ],
  ]
}

/** The same recordings in every run, none of them held out. */
async function choose(recordings: string): Promise<readonly Recording[]> {
  const heldOut = new Set(HELD_OUT[PERSON].map(({ id }) => id))
  const random = seeded(7)
  return (await recordingsOf(recordings, PERSON))
    .filter(({ id }) => !heldOut.has(id))
    .map((recording) => ({ ...recording, order: random() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, TEXTS)
}
