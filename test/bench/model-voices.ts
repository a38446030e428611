import { SAMPLE_RATE } from '../../src/audio/sample-rate.ts'
import { catalogue, type EmbeddedVoice, MODEL_FOLDER } from '../../src/engines/embedded/model-folder.ts'
import { modelTokens } from '../../src/engines/embedded/model-tokens.ts'
import { VoiceModel } from '../../src/engines/embedded/voice-model.ts'
import { HOP } from '../../src/engines/embedded/window.ts'
import { PhoneEncoder } from '../../src/engines/pronunciation/phone-encoder.ts'
import { ENGLISH } from '../../src/languages/english/english.ts'
import { localeOf } from '../../src/languages/registry.ts'
import { normalise } from '../../src/languages/shared/text/normalise.ts'
import { mean, percentile } from './statistics.ts'
import { LONG_TEXT } from './texts.ts'

/**
 * Measures pace and loudness of every voice in the catalogue, to set `speed` and `gain` in voices.json:
 * `bun run bench:voices`. Pace is measured within sentences, without the pauses that Purr adds between them.
 */

const DIGITS = 'four seven one nine three eight two six five zero four one seven'

const sentences = [
  ...LONG_TEXT.split(/(?<=[.?]) /),
  ...(await Bun.file(`${import.meta.dir}/harvard.txt`).text()).trim().split('\n'),
]
const model = await VoiceModel.load(MODEL_FOLDER)
const encoder = await PhoneEncoder.load(MODEL_FOLDER, [ENGLISH])
for (const voice of catalogue()) {
  const spoken = []
  for (const sentence of sentences) spoken.push(await speak(sentence, voice))
  const seconds = spoken.reduce((sum, pcm) => sum + pcm.length, 0) / SAMPLE_RATE
  const pace = sentences.join(' ').length / seconds
  const level = Math.sqrt(mean(spoken.map((pcm) => speechLevel(pcm) ** 2)))
  const peak = Math.max(...spoken.map((pcm) => pcm.reduce((most, x) => Math.max(most, Math.abs(x)), 0)))
  const digit = (await speak(`${DIGITS}.`, voice)).length / SAMPLE_RATE / DIGITS.split(' ').length
  const grouped = DIGITS.replace(/((?:\w+ ){2}\w+) /g, '$1, ')
  const inThrees = (await speak(`${grouped}.`, voice)).length / SAMPLE_RATE / DIGITS.split(' ').length
  console.log(
    `${voice.name.padEnd(16)} ${pace.toFixed(1)} characters/s, a digit ${digit.toFixed(3)} s (in threes ${inThrees.toFixed(3)} s), ` +
      `speech ${(20 * Math.log10(level)).toFixed(1)} dBFS, peak ${peak.toFixed(2)}`,
  )
}

/** Speaks a whole text. */
async function speak(text: string, { speaker }: EmbeddedVoice): Promise<Float32Array> {
  const tokens = normalise(text, localeOf('en-US'))
  const { ids } = await encoder.encode(modelTokens({ tokens, language: ENGLISH }), ENGLISH.code)
  return model.speak({ ids }, { language: ENGLISH.modelLanguage, speaker, seed: text.length })
}

/** The RMS of frames less than 12 dB below the loud ones: of the speech without its pauses. */
function speechLevel(pcm: Float32Array): number {
  const powers: number[] = []
  for (let at = 0; at < pcm.length; at += HOP)
    powers.push(mean(Array.from(pcm.subarray(at, at + HOP), (x) => x * x)))
  const loud = percentile(powers, 95)
  return Math.sqrt(mean(powers.filter((power) => power > loud / 16)))
}
