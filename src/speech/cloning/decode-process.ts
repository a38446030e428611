import { decodeClip } from '../../audio/clip/decode.ts'
import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import { analyseClip } from './analysis-process.ts'
import type { DecodeAnswer } from './cloner.ts'

/* A process that decodes one clip, which comes as its standard input, for a model that makes its voices itself, and ends. */

/** Seconds that are passed on: models use less. */
const MOST_SECONDS = 30

async function decode(file: Uint8Array): Promise<DecodeAnswer> {
  const { samples } = await decodeClip(file)
  const first = samples.slice(0, MOST_SECONDS * SAMPLE_RATE)
  return { samples: Buffer.from(first.buffer).toString('base64') }
}

await analyseClip(decode)
