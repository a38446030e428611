import { join, parse, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Purr, startPurr } from '../support/process.ts'
import { measure } from './cloning/acoustics.ts'
import { CHANNELS } from './cloning/channels.ts'
import { clone } from './cloning/clone.ts'
import { judge } from './cloning/judgement.ts'
import { printErrorRates, printJudgements, printWarps, summary } from './cloning/report.ts'
import { makeSpeakers } from './cloning/speakers.ts'
import { printGoals } from './goals.ts'
import { inParallel } from './parallel.ts'
import { RECORDINGS } from './people.ts'
import { requirePrograms, withFolder } from './recognizer.ts'
import { errorRate, readSentences, type Sentence } from './sentences.ts'
import { purr, type Speak } from './speak.ts'
import { millisecondsAt } from './statistics.ts'
import { PROSE } from './texts.ts'
import { stockVoices } from './voices.ts'

/**
 * How similar clones are to their speakers, through a running server and measured with other programs than Purr's own:
 * `bun run bench:cloning [--recordings FOLDER] [--keep FOLDER]`. `--keep` keeps clips and speech in a folder. See
 * cloning/README.md.
 */

/** The text of every voice: half a minute, within the limit of a turn for slow voices too. */
const TEXT = PROSE.slice(0, 5).join(' ')

const GOALS = { cents: 50, identified: 0.9, ratio: 0.5, errorRate: 1.3 }

/** A clip to clone, and the speaker with whose good clip the clone is compared. */
interface Job {
  readonly label: string
  readonly speaker: string
  readonly clip: string
  /** The upper end of its band in Hz, if that is below the measured range. */
  readonly highest?: number
}

interface Voice {
  readonly id: string
  readonly label: string
  /** A WAV file of its speech. */
  readonly file: string
}

interface Clone extends Voice, Job {
  /** How long it took to make. */
  readonly milliseconds: number
}

const { values } = parseArgs({
  options: {
    recordings: { type: 'string', default: RECORDINGS },
    keep: { type: 'string' },
  },
})
const recordings = resolve(values.recordings)
requirePrograms({
  praat: 'praat',
  sox: 'sox',
  opusdec: 'opus-tools',
  lame: 'lame',
  flite: 'flite',
  'espeak-ng': 'espeak-ng',
  text2wave: 'festival festvox-kdlpc16k festvox-italp16k',
  pocketsphinx_batch: 'pocketsphinx pocketsphinx-en-us',
})
await withFolder(bench, values.keep)

async function bench(folder: string): Promise<void> {
  const speakers = await makeSpeakers(recordings, folder)
  const people = speakers.flatMap(({ name, clip, other }) =>
    other === undefined ? [] : [{ name, clip, other }],
  )
  const good: Job[] = speakers.map(({ name, clip, highest }) => ({
    label: name,
    speaker: name,
    clip,
    highest,
  }))
  const worse = await overChannels(people, folder)
  const server = await startPurr({ WORKERS: '' })
  try {
    const stock = await stockSpeech(server, folder)
    const clones = await cloned(server, good, folder)
    const worseClones = await cloned(server, worse, folder)

    const files = [
      ...speakers.map(({ clip }) => clip),
      ...people.map(({ other }) => other),
      ...[...stock, ...clones, ...worseClones].map(({ file }) => file),
    ]
    const measured = new Map(await inParallel(files, async (file) => [file, await measure(file)] as const))
    const judged = judge(
      speakers.map(({ name, clip }) => ({ name, acoustics: measured.get(clip)! })),
      stock.map(({ label, file }) => ({ name: label, acoustics: measured.get(file)! })),
    )
    const row = ({ label, speaker, file, highest }: Clone) =>
      [label, judged(speaker, measured.get(file)!, highest)] as const
    const rows = clones.map(row)
    printJudgements('Clones', rows)
    printJudgements('Clones of worse recordings, against the good ones', worseClones.map(row))
    printJudgements(
      'No clones: other utterances of the same people',
      people.map(({ name, other }) => [name, judged(name, measured.get(other)!)]),
    )
    printWarps(
      speakers,
      rows.map(([, judgement]) => judgement),
    )
    const times = [...clones, ...worseClones].map(({ milliseconds }) => milliseconds)
    console.log(`\nA clone takes ${millisecondsAt(times, 50)} ms (median)`)

    const { cents, identified, ratio } = summary(rows.map(([, judgement]) => judgement))
    // Every second sentence, because there are many voices.
    const sentences = (await readSentences('harvard.txt')).filter((_, index) => index % 2 === 0)
    const english = stock.filter(({ language }) => language === 'en')
    const stockRates = await errorRates(server, english, sentences)
    const cloneRates = await errorRates(server, clones, sentences)
    const words = printErrorRates(stockRates, cloneRates)
    printGoals([
      [`median F0 error under ${GOALS.cents} cents`, cents < GOALS.cents],
      [`identification at least ${100 * GOALS.identified} %`, identified >= GOALS.identified],
      [`spectral distance at most ${GOALS.ratio} of the nearest stock voice's`, ratio <= GOALS.ratio],
      [`word error rate at most ${GOALS.errorRate} times the stock voices'`, words <= GOALS.errorRate],
    ])
  } finally {
    await server.stop()
    await server.remove()
  }
}

/** The clips of people as they come through each of the channels. */
async function overChannels(
  people: readonly { readonly name: string; readonly clip: string }[],
  folder: string,
): Promise<Job[]> {
  const jobs: Job[] = []
  for (const { name: speaker, clip } of people) {
    for (const { name, extension, highest, send } of CHANNELS) {
      const worse = join(folder, `${speaker}-${name}.${extension}`)
      await send(clip, worse)
      jobs.push({ label: `${speaker}, ${name}`, speaker, clip: worse, highest })
    }
  }
  return jobs
}

/** What the voices say that come with the model. */
async function stockSpeech(server: Purr, folder: string) {
  const voices: (Voice & { readonly language: string })[] = []
  for (const { id, name, language } of await stockVoices(server)) {
    const file = join(folder, `stock-${name}.wav`)
    await speech(server, id)(TEXT, file)
    voices.push({ id, label: name, file, language })
  }
  return voices
}

/** Clones each clip, and has the clone say the text. */
async function cloned(server: Purr, jobs: readonly Job[], folder: string): Promise<Clone[]> {
  const clones: Clone[] = []
  for (const job of jobs) {
    const { id, milliseconds } = await clone(server, job.clip)
    const file = join(folder, `clone-${parse(job.clip).name}.wav`)
    await speech(server, id)(TEXT, file)
    clones.push({ ...job, id, file, milliseconds })
  }
  return clones
}

function speech(server: Purr, id: string): Speak {
  return purr(server, id, 'pcm_s16le', 22050)
}

/** The word error rates of voices, one voice per core at a time. */
function errorRates(server: Purr, voices: readonly Voice[], sentences: readonly Sentence[]) {
  return inParallel(
    voices,
    async ({ label, id }) => [label, await errorRate(speech(server, id), sentences)] as const,
  )
}
