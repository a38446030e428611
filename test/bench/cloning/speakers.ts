import { join } from 'node:path'
import { requireRecordings } from '../people.ts'
import { praat } from '../praat.ts'
import { run } from '../recognizer.ts'
import type { Speak } from '../speak.ts'
import { MAX_HZ } from '../spectrum.ts'
import { clipsOf } from './clips.ts'

/** The original speaker of a synthetic one, and the ratio of the formants. */
export interface Origin {
  readonly name: string
  readonly formants: number
}

/** A speaker to clone. */
export interface Speaker {
  readonly name: string
  /** A sound file. */
  readonly clip: string
  /** The upper end of the clip's band in Hz, if that is below the measured range. */
  readonly highest?: number
  /** Absent if the speaker was not made from another one. */
  readonly origin?: Origin
  /** Another clip of the same person, to measure how much clips of one person differ. */
  readonly other?: string
}

/**
 * How to make another speaker from a recording: the ratio of formants, the median pitch in Hz, the factor of its range.
 */
interface Change {
  readonly name: string
  readonly of: string
  readonly formants: number
  readonly pitch: number
  readonly range: number
}

const PEOPLE_CHANGED: readonly Change[] = [
  { name: 'kerstin-man', of: 'kerstin', formants: 0.85, pitch: 110, range: 1 },
  { name: 'kerstin-child', of: 'kerstin', formants: 1.15, pitch: 215, range: 1 },
  { name: 'kerstin-flat', of: 'kerstin', formants: 0.94, pitch: 140, range: 0.6 },
  { name: 'nathalie-man', of: 'nathalie', formants: 0.88, pitch: 95, range: 0.8 },
  { name: 'nathalie-child', of: 'nathalie', formants: 1.2, pitch: 240, range: 1.2 },
  { name: 'nathalie-high', of: 'nathalie', formants: 1, pitch: 195, range: 1 },
  { name: 'kathleen-man', of: 'kathleen', formants: 0.82, pitch: 120, range: 1 },
  { name: 'kathleen-child', of: 'kathleen', formants: 1.1, pitch: 200, range: 1.3 },
  { name: 'kathleen-low', of: 'kathleen', formants: 0.95, pitch: 125, range: 0.7 },
]

const ENGLISH =
  'My brother keeps bees behind the barn, and every summer he brings us a few jars of dark honey. He says that the best ' +
  'flowers grow along the old railway line. Last year a storm blew two of the hives over in the night. We put on thick ' +
  'gloves and set them up again before sunrise. Only one of us was stung, and of course it was me. Since then I watch ' +
  'from the kitchen window, with a cup of coffee in my hand.'
const ITALIAN =
  'Mio fratello tiene le api dietro la casa, e ogni estate ci porta qualche vaso di miele scuro. Dice che i fiori migliori ' +
  'crescono lungo la vecchia ferrovia. Un anno fa il vento ha rovesciato due arnie durante la notte. Abbiamo messo i guanti ' +
  'e le abbiamo rialzate prima del mattino. Da allora guardo dalla finestra della cucina, con una tazza in mano.'

const espeak =
  (voice: string, pitch: number): Speak =>
  (text, file) =>
    run(['espeak-ng', '-v', voice, '-p', String(pitch), '-w', file, text])
const festival =
  (voice: string): Speak =>
  (text, file) =>
    run(['sh', '-c', 'echo "$0" | text2wave -eval "$1" -o "$2"', text, `(voice_${voice})`, file])
const flite =
  (voice: string): Speak =>
  (text, file) =>
    run(['flite', '-voice', voice, '-t', text, '-o', file])

const SYNTHESIZERS: readonly { readonly name: string; readonly speak: Speak; readonly text: string }[] = [
  { name: 'espeak-m3', speak: espeak('en-us+m3', 40), text: ENGLISH },
  { name: 'espeak-m7', speak: espeak('en-gb+m7', 60), text: ENGLISH },
  { name: 'espeak-f2', speak: espeak('en-us+f2', 55), text: ENGLISH },
  { name: 'espeak-f4', speak: espeak('en-gb+f4', 85), text: ENGLISH },
  { name: 'festival-ked', speak: festival('ked_diphone'), text: ENGLISH },
  { name: 'festival-lp', speak: festival('lp_diphone'), text: ITALIAN },
]

/** Voices that the model was trained on, changed to unheard speakers. */
const SYNTHESIZERS_CHANGED: readonly (Change & { readonly speak: Speak })[] = [
  { name: 'flite-slt-man', of: 'slt', formants: 0.84, pitch: 115, range: 1.3, speak: flite('slt') },
  { name: 'flite-awb-child', of: 'awb', formants: 1.25, pitch: 230, range: 1.3, speak: flite('awb') },
]

/**
 * Writes the clips of all speakers to a folder: people, speakers that Praat makes from them, and free synthesizers.
 *
 * @param recordings the folder of the people's recordings
 */
export async function makeSpeakers(recordings: string, folder: string): Promise<Speaker[]> {
  const people: Speaker[] = []
  for (const person of requireRecordings(recordings)) {
    const [clip, other] = await clipsOf(person, recordings, folder)
    people.push({ name: person, clip, other })
  }
  const changed: Speaker[] = []
  for (const change of PEOPLE_CHANGED) {
    const source = people.find(({ name }) => name === change.of)!
    const origin = { name: source.name, formants: change.formants }
    changed.push({ ...(await warp(source.clip, change, folder)), origin })
  }
  const synthetic: Speaker[] = []
  for (const { name, speak, text } of SYNTHESIZERS) {
    const clip = join(folder, `${name}.wav`)
    await speak(text, clip)
    synthetic.push({ name, clip })
  }
  for (const change of SYNTHESIZERS_CHANGED) {
    const source = join(folder, `${change.of}.wav`)
    await change.speak(ENGLISH, source)
    synthetic.push(await warp(source, change, folder))
  }
  return [...people, ...changed, ...synthetic]
}

async function warp(
  source: string,
  { name, formants, pitch, range }: Change,
  folder: string,
): Promise<Speaker> {
  const clip = join(folder, `${name}.wav`)
  await praat(join(import.meta.dir, 'warp.praat'), source, clip, formants, pitch, range)
  // The upper end of the source's band moves with the formants. There is nothing to compare above it.
  return { name, clip, highest: Math.min(1, formants) * MAX_HZ }
}
