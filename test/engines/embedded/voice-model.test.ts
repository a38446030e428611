import { beforeAll, describe, expect, test } from 'bun:test'
import { catalogue, MODEL_FOLDER } from '../../../src/engines/embedded/model-folder.ts'
import { VoiceModel } from '../../../src/engines/embedded/voice-model.ts'
import { HOP } from '../../../src/engines/embedded/window.ts'
import { PhoneEncoder } from '../../../src/engines/pronunciation/phone-encoder.ts'
import { ENGLISH } from '../../../src/languages/english/english.ts'
import { localeOf } from '../../../src/languages/registry.ts'
import { normalise } from '../../../src/languages/shared/text/normalise.ts'
import { trackPitch } from '../../../src/speech/cloning/pitch.ts'
import { finalPitch } from '../../bench/final-pitch.ts'
import { mean, percentile, standardDeviation } from '../../bench/statistics.ts'
import { listedVoices } from '../../support/listed-voices.ts'

const SENTENCE = 'The train to the harbour leaves in twenty minutes from the other side.'
const SEEDS = Array.from({ length: 12 }, (_, index) => index * 85)

const WITH_A_PAUSE = 'Take the second street on the left, and wait beside the old mill.'

let model: VoiceModel
let ids: Int32Array
let idsWithAPause: Int32Array
let encoder: PhoneEncoder
const encoded = async (text: string) => (await encoder.encode(normalise(text, localeOf('en-US')), 'en')).ids
beforeAll(async () => {
  model = await VoiceModel.load(MODEL_FOLDER)
  encoder = await PhoneEncoder.load(MODEL_FOLDER, [ENGLISH])
  ids = await encoded(SENTENCE)
  idsWithAPause = await encoded(WITH_A_PAUSE)
})

const { speaker } = catalogue()[0]!
const manner = { language: ENGLISH.modelLanguage, speaker, seed: 7 }

test('the same seed says it in the same way', async () => {
  const one = await model.speak({ ids }, manner)
  const other = await model.speak({ ids }, manner)
  expect(Buffer.compare(bytesOf(other), bytesOf(one))).toBe(0)
})

test('a window is a part of the whole, whatever the seed', async () => {
  for (const seed of SEEDS.slice(0, 3)) {
    const plan = await model.plan({ ids }, { ...manner, seed })
    const uncut = await model.speak({ ids }, { ...manner, seed })
    expect(uncut.length).toBe(HOP * plan.durations.reduce((sum, frames) => sum + frames, 0))
    const opening = await model.speakWindow(plan, { ...manner, seed, first: 0, count: 32, phase: 0 })
    const next = { ...manner, seed, first: 32, count: 64, phase: opening.nextPhase }
    const joined = [...opening.pcm, ...(await model.speakWindow(plan, next)).pcm]
    const worst = joined.reduce((most, each, index) => Math.max(most, Math.abs(each - uncut[index]!)), 0)
    expect(worst).toBeLessThan(1e-4)
  }
})

test('a gain makes it louder, and nothing else', async () => {
  const pcm = await model.speak({ ids }, manner)
  const quiet = { ...speaker, gain: speaker.gain - Math.log(2) }
  const softer = await model.speak({ ids }, { ...manner, speaker: quiet })
  const worst = softer.reduce((most, each, index) => Math.max(most, Math.abs(2 * each - pcm[index]!)), 0)
  expect(worst).toBeLessThan(1e-4)
})

test.each(listedVoices().map((voice) => [voice.name, voice] as const))(
  '%s is silent between words: the noise of the room where a voice was recorded is not spoken',
  async (_, voice) => {
    const pcm = await model.speak({ ids: idsWithAPause }, { ...manner, speaker: voice.speaker })
    const levels = levelsOf(pcm)
    const speech = percentile(levels, 95)
    const inside = levels.slice(
      levels.findIndex((level) => level > speech - 20),
      levels.findLastIndex((level) => level > speech - 20),
    )
    expect(Math.min(...inside) - speech).toBeLessThan(-60)
  },
)

/** Questions of yes or no, with stops, fricatives and vowels at their ends, and function words behind the last accent. */
const QUESTIONS = [
  'Is that correct?',
  'Would you like me to book that for you?',
  'Shall I send it to your address?',
]

test.each(listedVoices().map((voice) => [voice.name, voice] as const))(
  '%s rises at the end of a question, and falls at the end of a statement',
  async (_, voice) => {
    const ends = async (text: string) => {
      return finalPitch(
        await model.speak({ ids: await encoded(text) }, { ...manner, speaker: voice.speaker }),
      )
    }
    const asked: number[] = []
    const stated: number[] = []
    for (const text of QUESTIONS) {
      asked.push(await ends(text))
      stated.push(await ends(text.replace('?', '.')))
    }
    expect(Math.min(...asked)).toBeGreaterThan(1)
    expect(mean(asked) - mean(stated)).toBeGreaterThan(3)
  },
)

test('windows of a question join as those of a statement do', async () => {
  const question = { ids: await encoded(QUESTIONS[1]!) }
  const uncut = await model.speak(question, manner)
  const plan = await model.plan(question, manner)
  const opening = await model.speakWindow(plan, { ...manner, first: 0, count: 32, phase: 0 })
  const rest = { ...manner, first: 32, count: 1 << 20, phase: opening.nextPhase }
  const joined = [...opening.pcm, ...(await model.speakWindow(plan, rest)).pcm]
  expect(joined.length).toBe(uncut.length)
  const worst = joined.reduce((most, each, index) => Math.max(most, Math.abs(each - uncut[index]!)), 0)
  expect(worst).toBeLessThan(1e-4)
})

describe('other seeds say it in other ways', () => {
  let spoken: Float32Array[]
  beforeAll(async () => {
    spoken = []
    for (const seed of SEEDS) spoken.push(await model.speak({ ids }, { ...manner, seed }))
  })

  test('as high and low as a speaker who says it again', () => {
    const semitones = spoken.map((pcm) => {
      const voiced = [...trackPitch(pcm)].filter((f0) => f0 > 0)
      return 12 * Math.log2(percentile(voiced, 50))
    })
    expect(standardDeviation(semitones)).toBeWithin(0.2, 2.5)
  })

  test('at about the same pace', () => {
    const lengths = spoken.map((pcm) => Math.log(pcm.length / HOP))
    expect(standardDeviation(lengths)).toBeWithin(0.005, 0.08)
  })

  test('never louder than can be heard uncut', () => {
    for (const pcm of spoken) expect(Math.max(...pcm.map(Math.abs))).toBeWithin(0.2, 0.999)
  })
})

/** Of each frame, in dB. */
function levelsOf(pcm: Float32Array): number[] {
  return Array.from({ length: pcm.length / HOP }, (_, frame) => {
    const part = pcm.subarray(frame * HOP, (frame + 1) * HOP)
    return 10 * Math.log10(part.reduce((sum, x) => sum + x * x, 1e-12) / HOP)
  })
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
