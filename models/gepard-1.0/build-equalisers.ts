import { join, resolve } from 'node:path'
import { catalogue, type EmbeddedVoice, MODEL_FOLDER } from '../../src/engines/embedded/model-folder.ts'
import { VoiceModel } from '../../src/engines/embedded/voice-model.ts'
import { PhoneEncoder } from '../../src/engines/pronunciation/phone-encoder.ts'
import { LANGUAGES, localeOf } from '../../src/languages/registry.ts'
import { normalise } from '../../src/languages/shared/text/normalise.ts'
import { BAND_HZ, BANDS } from '../../src/speech/cloning/frames.ts'
import { averagePower, inBands } from '../../src/speech/cloning/spectrum.ts'
import { detectVoice } from '../../src/speech/cloning/voice-activity.ts'

/**
 * Gives every voice of the catalogue the colour and the loudness that it has with another model:
 * `bun run build:equalisers FOLDER-OF-THE-MODEL-BEFORE`. The equalisers in voices.json are corrected until the long-term
 * average spectra of the same sentences agree. So new weights change how a voice speaks, and not how bright or loud it is. A
 * voice that the model before does not have stays as it is.
 */

const ROUNDS = 3
/**
 * Bands above this (Hz), or this far below the loudest (natural log amplitude: 45 dB), are too quiet to have a colour: they get
 * their neighbour's.
 */
const TOP = 10_000
const QUIET = 5.2
const TRAINING = join(import.meta.dir, 'training')
const HARVARD = join(import.meta.dir, '../../test/bench/harvard.txt')

const [before] = process.argv.slice(2)
if (before === undefined) {
  console.error(
    'Please say with which model the voices have the right colour: bun run build:equalisers FOLDER',
  )
  process.exit(1)
}
const heldOut: Record<string, { text: string }[]> = await Bun.file(join(TRAINING, 'held-out.json')).json()
const sentences: Readonly<Record<string, readonly string[]>> = {
  en: (await Bun.file(HARVARD).text()).trim().split('\n'),
  de: heldOut.kerstin!.map(({ text }) => text),
  nl: heldOut.nathalie!.map(({ text }) => text),
}
const models = {
  before: await VoiceModel.load(resolve(before)),
  now: await VoiceModel.load(MODEL_FOLDER),
}
const encoder = await PhoneEncoder.load(MODEL_FOLDER, LANGUAGES)
const wanted = new Map(catalogue(resolve(before)).map((voice) => [voice.id, voice]))
const fitted: EmbeddedVoice[] = []
for (const voice of catalogue()) {
  const known = wanted.get(voice.id)
  if (known === undefined) {
    console.log(`${voice.name.padEnd(16)} is new, and stays as it is`)
    fitted.push(voice)
    continue
  }
  const target = await colourOf(models.before, known)
  let speaker = voice.speaker
  let off: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const heard = await colourOf(models.now, { ...voice, speaker })
    off = target.map((each, band) => each - heard[band]!)
    if (round === ROUNDS) break
    const change = extended(off, target)
    const equaliser = speaker.equaliser ?? new Array<number>(BANDS).fill(0)
    speaker = {
      ...speaker,
      equaliser: equaliser.map((each, band) => Number((each + change[band]!).toFixed(4))),
    }
  }
  fitted.push({ ...voice, speaker })
  const audible = off.filter((_, band) => isAudible(target, band))
  const rms = Math.sqrt(audible.reduce((sum, each) => sum + each ** 2, 0) / audible.length)
  console.log(
    `${voice.name.padEnd(16)} off by ${((20 / Math.LN10) * rms).toFixed(2)} dB (RMS of ${audible.length} bands)`,
  )
}
await Bun.write(join(MODEL_FOLDER, 'voices.json'), `${JSON.stringify(fitted, null, 2)}\n`)

function isAudible(target: readonly number[], band: number): boolean {
  return BAND_HZ[band]! <= TOP && target[band]! > Math.max(...target) - QUIET
}

/** Bands that are not audible get the value of the next audible one below, or else above. */
function extended(off: readonly number[], target: readonly number[]): number[] {
  const bands = off.map((_, band) => band).filter((band) => isAudible(target, band))
  return off.map((_, band) => off[bands.findLast((each) => each <= band) ?? bands[0]!]!)
}

/** The long-term average spectrum of a voice's speech: log amplitude of each band. */
async function colourOf(model: VoiceModel, { speaker, language }: EmbeddedVoice): Promise<number[]> {
  const locale = localeOf(language)
  const { code, modelLanguage } = locale.language
  const powers = new Float64Array(BANDS)
  let seconds = 0
  for (const sentence of sentences[code]!) {
    const { ids } = await encoder.encode(normalise(sentence, locale), code)
    const pcm = await model.speak({ ids }, { language: modelLanguage, speaker, seed: sentence.length })
    const voice = detectVoice(pcm)
    const power = inBands(averagePower(pcm, (frame) => voice.active[frame]!))
    for (let band = 0; band < BANDS; band++) powers[band]! += power[band]! * voice.seconds
    seconds += voice.seconds
  }
  return Array.from(powers, (power) => Math.log(power / seconds + 1e-12) / 2)
}
