import { lowerThreadPriority } from '../../system/c-library.ts'
import { PhoneEncoder } from '../pronunciation/phone-encoder.ts'
import { amplify } from '../shared/volume.ts'
import { answer, serve, started } from '../workers/worker-thread.ts'
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
  const { text } = window
  const { ids, words } =
    text instanceof Int32Array ? { ids: text, words: [] } : await encoder.encode(text, window.language)
  const input = { ...window, language: modelLanguages.get(window.language)! }
  const { pcm, durations, nextPhase } = await model.run(ids, input)
  amplify(pcm, window.speaker.volume ?? 1)
  const segment: SegmentPlan = { ids, words, durations }
  return { pcm, nextPhase, segment }
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
