import { type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { averageSpeaker, MODEL_FOLDER, modelFingerprint } from '../../engines/embedded/model-folder.ts'
import type { Speaker } from '../../engines/embedded/speaker.ts'
import type { FittedSpeaker } from './cloner.ts'
import { BAND_HZ, BANDS } from './frames.ts'
import { gainToCommonLevel } from './loudness.ts'
import { measure, type Profile, speechOf } from './measure.ts'
import { ReferenceSynthesis } from './reference-synthesis.ts'
import { detectVoice } from './voice-activity.ts'

/**
 * What is synthesised, with every sound of English: some 35 s, in which a spectrum settles to a decibel. None of it is a
 * question: questions rise, and people record mostly statements.
 */
const REFERENCE_SENTENCES = [
  'Good morning, I hope that I can help you today.',
  'Please have your order number ready, and I will look it up for you.',
  'We should be there by a quarter past five, unless the traffic is bad.',
  'They bought fresh bread, some cheese, and a jar of honey at the market.',
  'I think he has just changed his mind about the voyage.',
  'She could hold the line for a moment while I check the weather report.',
  'His younger sister usually paints small pictures of boats and lighthouses.',
  'The judge asked the witness to speak up and to look at the jury.',
  'Warm soup, dark coffee and good company are all that anybody needs in winter.',
  'We missed the first train, so we walked along the beach and watched the waves.',
  'Every fourth child in this village learns to play the violin or the trumpet.',
  'The zoo was closed, but a kind guard showed us the young elephants anyway.',
]
/** Sentences that are spoken in each round of correction; few in the first two, which only come near. */
const ROUNDS = [4, 4, REFERENCE_SENTENCES.length]
/** Sentences that are enough to measure how loud the speaker is. */
const LEVEL = 4
/** The ranges in which the model was measured to be intelligible. */
const LIMITS = {
  range: [0.3, 2],
  warp: [0.82, 1.22],
  breath: [-2.5, 2.5],
  speed: [0.85, 1.5],
  equaliser: [-3.5, 1.8],
} as const
/** What a step of the model's parameter does to the measured one: the noise share's logit, the logarithm of the rate. */
const BREATH_SLOPE = 0.35
const SPEED_SLOPE = 0.8
/** A {@link Profile}, as it comes from a database. */
const PROFILE: TSchema & { static: Profile } = Type.Object({
  f0: Type.Number({ exclusiveMinimum: 0 }),
  range: Type.Number({ minimum: 0 }),
  formants: Type.Number({ exclusiveMinimum: 0 }),
  spectrum: Type.Array(Type.Number(), { minItems: BANDS, maxItems: BANDS }),
  band: Type.Object({ from: Type.Number(), to: Type.Number() }),
  breath: Type.Number({ minimum: 0, maximum: 1 }),
  rate: Type.Number({ minimum: 0 }),
})
/** Bands on each side that the equaliser is smoothed over: finer things are the text's, not the speaker's. */
const SMOOTHING = 1

/**
 * The speaker that makes the voice model sound like a profile. The model speaks with its average speaker, what is
 * heard is measured as the clip was, and the speaker is corrected by the difference, some times over. So what the
 * measurements overlook or exaggerate cancels out.
 *
 * @throws TypeError when what should be a profile is none; RangeError when no speaker can be fitted to it
 */
export async function fitSpeaker(profile: Profile): Promise<FittedSpeaker> {
  if (!Value.Check(PROFILE, profile)) throw new TypeError('this is not the profile of a voice')
  const [model, synthesis] = await Promise.all([
    modelFingerprint(MODEL_FOLDER),
    ReferenceSynthesis.load(REFERENCE_SENTENCES, 'en-US'),
  ])
  let speaker: Speaker = {
    ...averageSpeaker(),
    logF0: Math.log(profile.f0),
    equaliser: new Array(BANDS).fill(0),
  }
  for (const sentences of ROUNDS) {
    const samples = await synthesis.speak(speaker, sentences)
    // in the band that the clip holds: what is measured on both sides must be measured alike
    const heard = measure(speechOf({ samples, bandwidth: profile.band.to }, detectVoice(samples)))
    speaker = corrected(speaker, heard, profile)
  }
  const gain = speaker.gain + gainToCommonLevel(await synthesis.speak(speaker, LEVEL))
  return { speaker: rounded({ ...speaker, gain }), model }
}

function corrected(speaker: Speaker, heard: Profile, wanted: Profile): Speaker {
  const difference = wanted.spectrum.map((each, band) => each - heard.spectrum[band]!)
  const equaliser = extended(smoothed(difference), Math.max(wanted.band.from, wanted.f0), wanted.band.to)
  const breath = (logit(wanted.breath) - logit(heard.breath)) / BREATH_SLOPE
  return {
    ...speaker,
    logF0: speaker.logF0 + Math.log(wanted.f0 / heard.f0),
    range: clamp(speaker.range * (wanted.range / heard.range), LIMITS.range),
    warp: clamp(speaker.warp * (wanted.formants / heard.formants), LIMITS.warp),
    breath: clamp(speaker.breath + breath, LIMITS.breath),
    speed: clamp(speaker.speed * (wanted.rate / heard.rate) ** (1 / SPEED_SLOPE), LIMITS.speed),
    equaliser: speaker.equaliser!.map((each, band) => clamp(each + equaliser[band]!, LIMITS.equaliser)),
  }
}

/** Bands that the recording does not hold get the values at its edges. */
function extended(bands: readonly number[], from: number, to: number): number[] {
  const first = BAND_HZ.findIndex((hertz) => hertz >= from)
  const last = BAND_HZ.findLastIndex((hertz) => hertz <= to)
  return bands.map((_, band) => bands[Math.min(last, Math.max(first, band))]!)
}

function smoothed(bands: readonly number[]): number[] {
  return bands.map((_, band) => {
    const around = bands.slice(Math.max(0, band - SMOOTHING), band + SMOOTHING + 1)
    return around.reduce((sum, each) => sum + each, 0) / around.length
  })
}

function logit(share: number): number {
  return Math.log(share / (1 - share))
}

function clamp(value: number, [least, most]: readonly [number, number]): number {
  return Math.min(most, Math.max(least, value))
}

/** To as many digits as can be heard: a speaker is stored as text. */
function rounded(speaker: Speaker): Speaker {
  const round = (value: number) => {
    if (Number.isFinite(value)) return Number(value.toFixed(4))
    throw new RangeError('no speaker can be fitted to the profile')
  }
  return {
    embedding: speaker.embedding,
    logF0: round(speaker.logF0),
    range: round(speaker.range),
    breath: round(speaker.breath),
    gain: round(speaker.gain),
    equaliser: speaker.equaliser!.map(round),
    speed: round(speaker.speed),
    pace: round(speaker.speed / averageSpeaker().speed),
    pitch: speaker.pitch,
    warp: round(speaker.warp),
  }
}
