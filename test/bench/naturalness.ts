import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { encodeSamples } from '../../src/audio/sample-encoding.ts'
import { wav } from '../../src/audio/wav.ts'
import { MODEL_FOLDER } from '../../src/engines/embedded/model-folder.ts'
import { compare } from './naturalness/comparison.ts'
import { figuresOf, secondsOf } from './naturalness/figures.ts'
import { printComparisons, printFigures, printPace } from './naturalness/report.ts'
import { takesOf } from './naturalness/takes.ts'
import { readUtterance, speechIn } from './naturalness/utterance.ts'
import { Voices } from './naturalness/voices.ts'
import { inParallel } from './parallel.ts'
import { decode, HELD_OUT, PEOPLE, type Person, RECORDINGS, requireRecordings } from './people.ts'
import { requirePrograms, withFolder } from './recognizer.ts'
import { RATE } from './spectrum.ts'

/**
 * Compares the voices that were trained on people with recordings of these people:
 * `bun run bench:naturalness [BEFORE] [--recordings FOLDER] [--keep FOLDER]`. BEFORE is the folder of another model,
 * which is measured too. `--keep` keeps recordings and speech in a folder. See naturalness/README.md.
 */

const { values, positionals } = parseArgs({
  options: { recordings: { type: 'string', default: RECORDINGS }, keep: { type: 'string' } },
  allowPositionals: true,
})
const recordings = resolve(values.recordings)
requirePrograms({ praat: 'praat', sox: 'sox', opusdec: 'opus-tools' })
const people = requireRecordings(recordings)
const now = await Voices.load(MODEL_FOLDER)
const [before] = positionals
const all: readonly (readonly [name: string, Voices])[] = [
  ...(before === undefined ? [] : [['before', await Voices.load(resolve(before))] as const]),
  ['now', now],
]
for (const name of people) await withFolder((folder) => bench(name, folder), values.keep)

async function bench(name: Person, folder: string): Promise<void> {
  const models = all.filter(([, voices]) => voices.has(name))
  const texts = await inParallel(HELD_OUT[name], async ({ id, text }) => {
    const utteranceFolder = join(folder, name, id)
    await mkdir(utteranceFolder, { recursive: true })
    const file = (what: string) => join(utteranceFolder, `${what}.wav`)
    await decode(recordings, name, id, file('recording'))
    const spoken = await Promise.all(
      models.map(async ([model, voices]) => {
        const speaker = voices.speaker(name)
        const { samples, phones } = await voices.speak(name, text, { ...speaker, speed: 1 })
        await writeSamples(samples, file(model))
        const atSpeed = speechIn((await voices.speak(name, text, speaker)).samples)
        return { utterance: await readUtterance(file(model)), phones, seconds: atSpeed.seconds }
      }),
    )
    const another = await now.speak(name, text, anothersVoice(name))
    return {
      recording: await readUtterance(file('recording')),
      phones: spoken.at(-1)!.phones,
      spoken,
      another: speechIn(another.samples),
    }
  })
  // All columns use the same phone count, so the rates compare durations.
  const phones = texts.reduce((sum, text) => sum + text.phones, 0)
  const people = figuresOf(
    texts.map(({ recording }) => recording),
    phones,
  )
  const speech = models.map(([model, voices], index) => {
    const utterances = texts.map(({ spoken }) => spoken[index]!)
    return {
      model,
      figures: figuresOf(
        utterances.map(({ utterance }) => utterance),
        phones,
      ),
      comparison: compare(
        texts.map(({ recording, spoken }) => ({ recording, speech: spoken[index]!.utterance })),
      ),
      pace: { speed: voices.speaker(name).speed, rate: phones / secondsOf(utterances) },
    }
  })
  const takes = await withFolder((takesFolder) => takesOf(recordings, name, takesFolder))
  console.log(`\n## ${name}`)
  printFigures(
    people,
    speech.map(({ model, figures }) => [model, figures]),
  )
  printPace(
    people.rate,
    speech.map(({ model, pace }) => [model, pace]),
  )
  printComparisons([
    ...speech.map(({ model, comparison }) => [model, comparison] as const),
    ...(takes.length > 0 ? [['another take by the same person', compare(takes)] as const] : []),
    [
      "another person's voice",
      compare(texts.map(({ recording, another }) => ({ recording, speech: another }))),
    ],
  ])
}

/** The voice of the next person in the list, at speed 1. */
function anothersVoice(name: Person) {
  const other = PEOPLE[(PEOPLE.indexOf(name) + 1) % PEOPLE.length]!
  return { ...now.speaker(other), speed: 1 }
}

async function writeSamples(samples: Float32Array, file: string): Promise<void> {
  const format = { container: 'wav', encoding: 'pcm_s16le', sampleRate: RATE } as const
  await Bun.write(file, wav(format, encodeSamples('pcm_s16le', samples)))
}
