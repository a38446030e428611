import { decodeClip } from '../../audio/clip/decode.ts'
import { analyseClip } from './analysis-process.ts'
import type { ClonedSpeaker } from './cloner.ts'
import { measure, speechOf } from './measure.ts'
import { checkSpeech, checkVoice } from './suitability.ts'
import { detectVoice } from './voice-activity.ts'

/* A process that makes the speaker of one clip, which comes as its standard input, and ends. */

async function clone(file: Uint8Array): Promise<ClonedSpeaker> {
  const clip = await decodeClip(file)
  const voice = detectVoice(clip.samples)
  checkSpeech(clip, voice)
  const speech = speechOf(clip, voice)
  checkVoice(speech)
  const profile = measure(speech)
  const { fitSpeaker } = await import('./fit.ts') // only now: a clip that is refused needs no voice model
  return { profile, ...(await fitSpeaker(profile)) }
}

await analyseClip(clone)
