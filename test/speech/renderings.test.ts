import { expect, test } from 'bun:test'
import { crc32 } from 'node:zlib'
import { leastFrames } from '../../src/engines/embedded/least-frames.ts'
import { catalogue, MODEL_FOLDER } from '../../src/engines/embedded/model-folder.ts'
import { VoiceModel } from '../../src/engines/embedded/voice-model.ts'
import { PhoneEncoder } from '../../src/engines/pronunciation/phone-encoder.ts'
import { LANGUAGES, localeOf } from '../../src/languages/registry.ts'
import { segmentsOf } from '../support/text-stream.ts'
import { RENDERINGS } from './renderings.ts'

/** Processors round the model's numbers differently, so that a phone may last a frame more or less: one in a hundred. */
const mayDiffer = (frames: number) => Math.max(2, frames / 100)

const model = await VoiceModel.load(MODEL_FOLDER)
const encoder = await PhoneEncoder.load(MODEL_FOLDER, LANGUAGES)
const voices = catalogue()

/** The same request is the same speech in every version, unless a change means to change what is said. */
test.each(RENDERINGS.map((rendering, index) => [...rendering, index] as const))(
  'in %s %j is said as ever',
  async (tag, text, checksum, frames, index) => {
    const { speaker } = voices[index % voices.length]!
    let sum = 0
    let spoken = 0
    for (const { segment, end } of segmentsOf(text, localeOf(tag))) {
      sum = crc32(String(end), sum)
      if (segment === undefined) continue
      const { tokens, language, seconds, seed } = segment
      const encoding = await encoder.encode(tokens, language.code)
      const { ids, words } = encoding
      const least = leastFrames(encoding, encoder.inventory)
      sum = crc32(
        JSON.stringify([
          tokens,
          seconds.toFixed(9),
          seed,
          [...ids],
          words.map(({ written, from, to }) => ({ written, from, to })),
        ]),
        sum,
      )
      const manner = { language: language.modelLanguage, speaker, seed }
      const { durations } = await model.plan({ ids, least }, manner)
      spoken += durations.reduce((total, each) => total + each, 0)
    }
    expect(sum).toBe(checksum)
    expect(Math.abs(spoken - frames)).toBeLessThanOrEqual(mayDiffer(frames))
  },
)
