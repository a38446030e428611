import { decodeClip } from '../../src/audio/clip/decode.ts'
import { concatenate } from '../../src/audio/concatenate.ts'
import { createEncoder } from '../../src/audio/encoder.ts'
import { SAMPLE_RATE } from '../../src/audio/sample-rate.ts'
import { wav } from '../../src/audio/wav.ts'
import { averageSpeaker } from '../../src/engines/embedded/model-folder.ts'
import type { Speaker } from '../../src/engines/embedded/speaker.ts'
import { localeOf } from '../../src/languages/registry.ts'
import { speakSegments } from '../../src/speech/speak-segments.ts'
import { seeded } from './random.ts'
import { sharedEngine } from './service.ts'
import { segmentsOf } from './text-stream.ts'

/**
 * About 22 s of speech, in sentences that no part of Purr uses. The pitch contour differs by sentence, so a speaker is
 * measured over several.
 */
export const PASSAGE =
  'The harbour was quiet when the first boats came home. A boy sold apples from a blue cart beside the wall. ' +
  'His sister counted the coins twice, and then she laughed. They would have enough for the train this evening. ' +
  'Nobody noticed the old man on the bench, who drew all of it with a short pencil. ' +
  'When the rain began, he put the paper under his coat and waited for the sun to come back. ' +
  'What he saw that day is on the wall of our kitchen now.'

/** A speaker that differs from the model's average one. */
export function someone(changes: Partial<Speaker> = {}): Speaker {
  return { ...averageSpeaker(), ...changes }
}

/** Speech of a speaker, as samples at 22050 Hz. */
export async function recorded(
  speaker: Speaker,
  text = PASSAGE,
  locale = localeOf('en-US'),
): Promise<Float32Array> {
  const pieces: Float32Array[] = []
  const never = new AbortController().signal
  for await (const { pcm } of speakSegments(segmentsOf(text, locale), speaker, await sharedEngine(), never))
    pieces.push(pcm)
  return concatenate(pieces)
}

/** A recording over an 8 kHz telephone line, as a μ-law WAV file. */
export function telephoned(samples: Float32Array): Uint8Array {
  const format = { container: 'wav', encoding: 'pcm_mulaw', sampleRate: 8000 } as const
  const encoder = createEncoder(format)
  return wav(format, Buffer.concat([encoder.encode(samples), encoder.flush()]))
}

/** A recording as a WAV file of 16 bits at 22050 Hz. */
export function wavFile(samples: Float32Array): Uint8Array {
  const format = { container: 'wav', encoding: 'pcm_s16le', sampleRate: SAMPLE_RATE } as const
  const encoder = createEncoder(format)
  return wav(format, encoder.encode(samples))
}

/** A recording after a telephone line, as samples. */
export async function fromTelephone(samples: Float32Array): Promise<Float32Array> {
  return (await decodeClip(telephoned(samples))).samples
}

/** A recording with white noise, `decibels` below it. */
export function inNoise(samples: Float32Array, decibels: number): Float32Array {
  const random = seeded(1)
  const level = rms(samples) * 10 ** (-decibels / 20)
  return samples.map((each) => each + (random() * 2 - 1) * Math.sqrt(3) * level)
}

function rms(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, each) => sum + each * each, 0) / samples.length)
}
