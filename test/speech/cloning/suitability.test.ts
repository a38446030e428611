import { expect, test } from 'bun:test'
import { ClipError } from '../../../src/audio/clip/clip.ts'
import { speechOf } from '../../../src/speech/cloning/measure.ts'
import { checkSpeech, checkVoice } from '../../../src/speech/cloning/suitability.ts'
import { detectVoice } from '../../../src/speech/cloning/voice-activity.ts'
import { inNoise, recorded, someone } from '../../support/recordings.ts'

const speech = await recorded(someone())
const seconds = (count: number) => Math.round(count * 22_050)

function repeated(samples: Float32Array, times: number): Float32Array {
  return Float32Array.from({ length: samples.length * times }, (_, i) => samples[i % samples.length]!)
}

function tone(hertz: number): Float32Array {
  return Float32Array.from(
    { length: seconds(8) },
    (_, i) => 0.3 * Math.sin((2 * Math.PI * hertz * i) / 22_050),
  )
}

function faultOf(samples: Float32Array): string | undefined {
  try {
    const clip = { samples, bandwidth: 11_025 }
    const voice = detectVoice(samples)
    checkSpeech(clip, voice)
    checkVoice(speechOf(clip, voice))
    return undefined
  } catch (error) {
    if (error instanceof ClipError) return error.fault
    throw error
  }
}

test.each<[string, () => Float32Array, string | undefined]>([
  ['speech', () => speech, undefined],
  [
    'speech with long pauses',
    () => Float32Array.from([...new Float32Array(seconds(20)), ...speech]),
    undefined,
  ],
  ['quiet speech', () => speech.map((each) => each * 0.01), undefined],
  ['speech in some noise', () => inNoise(speech, 15), undefined],
  ['a minute of it', () => repeated(speech, 4).subarray(0, seconds(55)), undefined],
  ['nothing at all', () => new Float32Array(0), 'silent'],
  ['silence', () => new Float32Array(seconds(10)), 'silent'],
  [
    'the noise of a switched-off microphone',
    () => inNoise(new Float32Array(seconds(10)).fill(1e-5), 0),
    'silent',
  ],
  ['two seconds of speech', () => speech.subarray(0, seconds(2)), 'too_short'],
  ['a click', () => new Float32Array(seconds(10)).fill(0.9, 100, 400), 'too_short'],
  ['two minutes of speech', () => repeated(speech, 9), 'too_long'],
  ['white noise', () => inNoise(new Float32Array(seconds(10)).fill(0.05), -10), 'too_noisy'],
  ['speech in noise as loud', () => inNoise(speech, 0), 'too_noisy'],
  ['a tone', () => tone(220), 'too_noisy'],
  [
    'speech with its peaks cut off',
    () => speech.map((each) => Math.max(-0.1, Math.min(0.1, each * 4))),
    'clipped',
  ],
])('%s', (_, samples, fault) => {
  expect(faultOf(samples())).toBe(fault)
})
