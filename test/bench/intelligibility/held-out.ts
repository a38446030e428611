import { join } from 'node:path'
import { SAMPLE_RATE } from '../../../src/audio/sample-rate.ts'
import { catalogue } from '../../../src/engines/embedded/model-folder.ts'
import { localeOf } from '../../../src/languages/registry.ts'
import type { Purr } from '../../support/process.ts'
import { recorded, wavFile } from '../../support/recordings.ts'
import { rateOf, type TextErrors } from '../error-rate.ts'
import { inParallel } from '../parallel.ts'
import { HELD_OUT, type Person } from '../people.ts'
import { withFolder } from '../recognizer.ts'
import { readSamples } from '../samples.ts'
import { copied, purr, type Speak } from '../speak.ts'
import { stockVoices, voiceId } from '../voices.ts'
import { percent } from './percent.ts'

/** The greatest acceptable ratio of the speech's errors to the recordings'. */
const GOAL = 1.25
/** Samples in a frame of 10 ms. */
const FRAME = 220
/** The threshold of audible frames, as a share of the loudest frame's level. It is above the recordings' noise. */
const AUDIBLE = 0.05

/** A comparison of voices with the held-out recordings of a person. */
export interface Comparison {
  readonly person: Person
  /** The voice that was trained on the person. */
  readonly voice: string
  /** Other voices that speak the same texts, for comparison. */
  readonly others: readonly string[]
  /** BCP-47 tag. */
  readonly language: string
  /** A recogniser's errors in each of the held-out texts, which are spoken in these WAV files. */
  errors(files: readonly string[]): Promise<readonly TextErrors[]>
}

/**
 * Prints a recogniser's error rates on a person's held-out recordings and on the same texts spoken: by the person's
 * voice, through the server and at the pace of the recordings, and by other voices. Returns the goals and whether they are
 * met; none without recordings.
 *
 * @param recordings the folder of recordings; undefined if there is none
 */
export async function compareHeldOut(
  server: Purr,
  { person, voice, others, language, errors }: Comparison,
  recordings: string | undefined,
): Promise<[what: string, isMet: boolean][]> {
  const voices = await stockVoices(server)
  const served = (name: string) => purr(server, voiceId(voices, name), 'pcm_s16le', SAMPLE_RATE, language)
  const own = `Purr ${voice}`
  const people: [label: string, speak: Speak][] =
    recordings === undefined ? [] : [[`recordings of ${voice}`, copied(recordings, person, HELD_OUT[person])]]
  const systems: typeof people = [
    ...people,
    [own, served(voice)],
    [`${own}, at the recordings' pace`, atModelPace(voice, language)],
    ...others.map((name): [string, Speak] => [`Purr ${name}`, served(name)]),
  ]
  const measured = await inParallel(systems, async ([label, speak]) => {
    console.error(`${label}: ${HELD_OUT[person].length} held-out texts`)
    return withFolder(async (folder) => {
      const files = HELD_OUT[person].map(({ id }) => join(folder, `${id}.wav`))
      for (const [index, { text }] of HELD_OUT[person].entries()) await speak(text, files[index]!)
      const wrong = await errors(files)
      return { label, wrong, rate: rateOf(wrong), seconds: await secondsOfSpeech(files) }
    })
  })
  const base = recordings === undefined ? undefined : measured[0]!
  console.log('| | errors | ratio | speech |\n|---|---|---|---|')
  for (const { label, rate, seconds } of measured) {
    const ratio = base === undefined ? '' : (rate / base.rate).toFixed(2)
    const length = base === undefined ? '' : `, × ${(seconds / base.seconds).toFixed(2)}`
    console.log(`| ${label} | ${percent(rate)} | ${ratio} | ${seconds.toFixed(0)} s${length} |`)
  }
  if (base === undefined) return []
  const of = (wanted: string) => measured.find(({ label }) => label === wanted)!
  return [[`${own} at most ${GOAL} times the errors of the recordings`, of(own).rate <= GOAL * base.rate]]
}

/** A voice at the model's own pace, without the speed factor of the catalogue. */
function atModelPace(name: string, language: string): Speak {
  const { speaker } = catalogue().find((voice) => voice.name === name)!
  return async (text, file) =>
    Bun.write(file, wavFile(await recorded({ ...speaker, speed: 1 }, text, localeOf(language))))
}

/** The total duration of speech in WAV files, without the silence before and after it. */
async function secondsOfSpeech(files: readonly string[]): Promise<number> {
  let frames = 0
  for (const file of files) {
    const samples = await readSamples(file, SAMPLE_RATE)
    const levels = Array.from({ length: Math.floor(samples.length / FRAME) }, (_, frame) =>
      Math.hypot(...samples.subarray(frame * FRAME, (frame + 1) * FRAME)),
    )
    const least = AUDIBLE * Math.max(...levels)
    const isSpeech = (level: number) => level > least
    frames += levels.findLastIndex(isSpeech) - levels.findIndex(isSpeech) + 1
  }
  return (frames * FRAME) / SAMPLE_RATE
}
