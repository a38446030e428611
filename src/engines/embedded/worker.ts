import type { Token } from '../../languages/shared/text/token.ts'
import { lowerThreadPriority } from '../../system/c-library.ts'
import { PhoneEncoder } from '../pronunciation/phone-encoder.ts'
import { amplify } from '../shared/volume.ts'
import { answer, serve, started } from '../workers/worker-thread.ts'
import { leastFrames } from './least-frames.ts'
import { MODEL_FOLDER } from './model-folder.ts'
import { VoiceModel } from './voice-model.ts'
import { warmUp } from './warm-up.ts'
import {
  HOP,
  type OpeningSpeech,
  type Pronounceable,
  type SegmentPlan,
  type Window,
  type WindowSpeech,
  type WorkerStart,
} from './window.ts'

/* An inference worker: pronounces and speaks windows, or only pronounces words, one at a time, until it is ended. */

/** Below the thread that answers requests, above other models. */
const NICENESS = 5

lowerThreadPriority(NICENESS)
const { languages } = await started<WorkerStart>()
const [model, encoder] = await Promise.all([
  VoiceModel.load(MODEL_FOLDER),
  PhoneEncoder.load(MODEL_FOLDER, languages),
])
const modelLanguages = new Map(languages.map(({ code, modelLanguage }) => [code, modelLanguage]))

const mannerOf = ({ speaker, seed, language }: Window) => ({
  speaker,
  seed,
  language: modelLanguages.get(language)!,
})

/** Plans a segment, and speaks its first window. */
async function open(tokens: readonly Token[], window: Window): Promise<OpeningSpeech> {
  const encoding = await encoder.encode(tokens, window.language)
  const text = { ids: encoding.ids, least: leastFrames(encoding, encoder.inventory) }
  const plan = await model.plan(text, mannerOf(window))
  const speech = await speak(plan, window)
  const { ids, durations } = plan
  const isWhole = speech.pcm.length / HOP === durations.reduce((sum, frames) => sum + frames, 0)
  return { ...speech, timing: { ids, durations, words: encoding.words }, plan: isWhole ? undefined : plan }
}

async function speak(plan: SegmentPlan, window: Window): Promise<WindowSpeech> {
  const speech = await model.speakWindow(plan, { ...window, ...mannerOf(window) })
  amplify(speech.pcm, window.speaker.volume ?? 1)
  return speech
}

serve(async (request: Window | Pronounceable) => {
  if ('pronounced' in request) {
    answer({ done: await encoder.encode(request.pronounced, request.language) })
  } else if ('ids' in request.segment) {
    const speech = await speak(request.segment, request)
    answer({ done: speech }, [speech.pcm.buffer as ArrayBuffer])
  } else {
    const speech = await open(request.segment, request)
    const parts = [speech.pcm, ...(speech.plan ? [speech.plan.states, speech.plan.prosody] : [])]
    answer(
      { done: speech },
      parts.map(({ buffer }) => buffer as ArrayBuffer),
    )
  }
})
await warmUp(languages, open)
answer({ ready: true })
