import { ClipError } from '../../audio/clip/clip.ts'
import { decodeClip } from '../../audio/clip/decode.ts'
import { analyse } from './analysis-process.ts'
import type { CloneAnswer, ClonedSpeaker } from './cloner.ts'
import { fitSpeaker } from './fit.ts'
import { measure, speechOf } from './measure.ts'
import { checkSpeech, checkVoice } from './suitability.ts'
import { detectVoice } from './voice-activity.ts'

/**
 * A process that makes the speaker of one clip, which comes as its standard input, and ends. What strangers send is
 * decoded here, where it can do no harm, and all memory it took is given back.
 */

/** A lower priority than that of the server and its inference, for which somebody waits. */
const NICENESS = 10

async function clone(file: Uint8Array): Promise<ClonedSpeaker> {
  const clip = await decodeClip(file)
  const voice = detectVoice(clip.samples)
  checkSpeech(clip, voice)
  const speech = speechOf(clip, voice)
  checkVoice(speech)
  const profile = measure(speech)
  return { profile, ...(await fitSpeaker(profile)) }
}

async function answerOf(file: Uint8Array): Promise<CloneAnswer> {
  try {
    return await clone(file)
  } catch (cause) {
    if (cause instanceof ClipError) return { fault: cause.fault, message: cause.message }
    throw cause
  }
}

await analyse(NICENESS, answerOf)
