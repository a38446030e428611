import { lowerThreadPriority } from '../../system/c-library.ts'
import { PhoneEncoder } from '../pronunciation/phone-encoder.ts'
import { amplify } from '../shared/volume.ts'
import { answer, serve, started } from '../workers/worker-thread.ts'
import { leastFrames } from './least-frames.ts'
import { MODEL_FOLDER } from './model-folder.ts'
import { VoiceModel } from './voice-model.ts'
import { warmUp } from './warm-up.ts'
import type { Pronounceable, SegmentPlan, Window, WindowSpeech, WorkerStart } from './window.ts'

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

async function speak(window: Window): Promise<WindowSpeech> {
  const { text, words } = await pronounced(window)
  const input = { ...window, least: text.least, language: modelLanguages.get(window.language)! }
  const { pcm, durations, nextPhase } = await model.run(text.ids, input)
  amplify(pcm, window.speaker.volume ?? 1)
  const segment: SegmentPlan = { text, words, durations }
  return { pcm, nextPhase, segment }
}

async function pronounced({ text, language }: Window): Promise<Pick<SegmentPlan, 'text' | 'words'>> {
  if ('ids' in text) return { text, words: [] }
  const encoding = await encoder.encode(text, language)
  return {
    text: { ids: encoding.ids, least: leastFrames(encoding, encoder.inventory) },
    words: encoding.words,
  }
}

serve(async (request: Window | Pronounceable) => {
  if ('pronounced' in request) {
    answer({ done: await encoder.encode(request.pronounced, request.language) })
  } else {
    const speech = await speak(request)
    answer({ done: speech }, [speech.pcm.buffer as ArrayBuffer])
  }
})
await warmUp(languages, speak)
answer({ ready: true })
