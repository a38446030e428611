import { describe, expect, test } from 'bun:test'
import { type Clip, ClipError } from '../../../src/audio/clip/clip.ts'
import { speechOf } from '../../../src/speech/cloning/measure.ts'
import { checkSpeech, checkVoice } from '../../../src/speech/cloning/suitability.ts'
import { detectVoice, type VoiceActivity } from '../../../src/speech/cloning/voice-activity.ts'
import { seeded } from '../../support/random.ts'
import { inNoise, recorded, someone } from '../../support/recordings.ts'

const speech = await recorded(someone())
const seconds = (count: number) => Math.round(count * 22_050)

/** Speech with bursts of noise, as of applause, that are so many decibels above its loud sounds: 0.15 s of each second. */
function withBursts(decibels: number): Float32Array {
  const random = seeded(3)
  const level = 0.9 * 10 ** (-decibels / 20)
  return speech.map((each, i) => (i % seconds(1) < seconds(0.15) ? (random() * 2 - 1) * 0.9 : each * level))
}

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
  const clip = { samples, bandwidth: 11_025 }
  return faultIn(() => {
    const voice = detectVoice(samples)
    checkSpeech(clip, voice)
    checkVoice(speechOf(clip, voice))
  })
}

function faultIn(check: () => void): string | undefined {
  try {
    check()
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
  ['speech between noises', () => withBursts(0), undefined],
  ['speech between far louder noises', () => withBursts(10), 'too_noisy'],
  ['a tone', () => tone(220), 'too_noisy'],
  [
    'speech with its peaks cut off',
    () => speech.map((each) => Math.max(-0.1, Math.min(0.1, each * 4))),
    'clipped',
  ],
])('%s', (_, samples, fault) => {
  expect(faultOf(samples())).toBe(fault)
})

describe('a measured clip', () => {
  const voice: VoiceActivity = {
    active: [true, false],
    power: new Float32Array(2).fill(0.01),
    seconds: 20,
    signalToNoise: 30,
  }
  const clipOf = (samples: ArrayLike<number>): Clip => ({
    samples: Float32Array.from({ length: 1000 }, (_, index) => samples[index % samples.length]!),
    bandwidth: 11_025,
  })
  const quiet = clipOf([0.5, 0.1])

  test.each<[string, Partial<VoiceActivity>, string | undefined]>([
    ['three seconds of speech', { seconds: 3 }, undefined],
    ['less', { seconds: 2.9 }, 'too_short'],
    ['a minute', { seconds: 60 }, undefined],
    ['more', { seconds: 60.1 }, 'too_long'],
    ['speech 9 dB above its background', { signalToNoise: 9 }, undefined],
    ['less above it', { signalToNoise: 8.9 }, 'too_noisy'],
    ['speech throughout, and so no background', { active: [true, true], signalToNoise: 3 }, undefined],
  ])('that has %s', (_, measured, fault) => {
    expect(faultIn(() => checkSpeech(quiet, { ...voice, ...measured }))).toBe(fault)
  })

  test.each<[string, number[], string | undefined]>([
    ['peaks of two samples', [0.5, 0.5, 0.1], undefined],
    ['peaks of three samples', [0.5, 0.5, 0.5, ...Array(97).fill(0.1)], 'clipped'],
    ['few of those', [0.5, 0.5, 0.5, ...Array(497).fill(0.1)], undefined],
    ['round peaks', [0.47, 0.5, 0.47, 0.1], undefined],
  ])('with %s', (_, samples, fault) => {
    expect(faultIn(() => checkSpeech(clipOf(samples), voice))).toBe(fault)
  })

  /** The pitch of 20 s: of some of the frames a melody, or one tone. */
  function pitch(seconds: number, range = 40): Float32Array {
    return Float32Array.from({ length: Math.round((20 * 22_050) / 256) }, (_, frame) =>
      frame * 256 < seconds * 22_050 ? 200 + (frame % 10) * (range / 10) : 0,
    )
  }
  test.each<[string, number, number, number, string | undefined]>([
    ['a voice in half of its speech', 20, 10, 40, undefined],
    ['one in a tenth', 20, 2, 40, 'too_noisy'],
    ['less than a second of it', 4, 0.9, 40, 'too_noisy'],
    ['a pitch that never moves', 20, 10, 0, 'too_noisy'],
  ])('that has %s', (_, seconds, voiced, range, fault) => {
    const f0 = pitch(voiced, range)
    const power = new Float32Array(f0.length).fill(0.01)
    const measured = { ...quiet, voice: { ...voice, power, seconds }, f0 }
    expect(faultIn(() => checkVoice(measured))).toBe(fault)
  })
})
