import { lowerThreadPriority } from '../../system/c-library.ts'
import { PhoneEncoder } from '../pronunciation/phone-encoder.ts'
import { amplify } from '../shared/volume.ts'
import { END, type WorkerAnswer } from '../workers/messages.ts'
import { MODEL_FOLDER } from './model-folder.ts'
import { VoiceModel } from './voice-model.ts'
import { warmUp } from './warm-up.ts'
import type { Pronounceable, SegmentPlan, Window, WindowSpeech, WorkerStart } from './window.ts'

/* An inference worker: pronounces and speaks windows, or only pronounces words, one at a time, until it is ended. */

declare const self: Worker

/** Below the thread that answers requests, above other models. */
const NICENESS = 5

lowerThreadPriority(NICENESS)
const { languages } = await started()
const [model, encoder] = await Promise.all([
  VoiceModel.load(MODEL_FOLDER),
  PhoneEncoder.load(MODEL_FOLDER, languages),
])
const modelLanguages = new Map(languages.map(({ code, modelLanguage }) => [code, modelLanguage]))

/** The first message: what the worker will speak. */
function started(): Promise<WorkerStart> {
  return new Promise((resolve) => {
    self.onmessage = ({ data }: MessageEvent<WorkerStart | typeof END>) => {
      if (data === END) process.exit()
      resolve(data)
    }
  })
}

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

self.onmessage = async ({ data }: MessageEvent<Window | Pronounceable | typeof END>) => {
  if (data === END) process.exit()
  try {
    if ('pronounced' in data) {
      answer({ done: await encoder.encode(data.pronounced, data.language) })
    } else {
      const speech = await speak(data)
      answer({ done: speech }, [speech.pcm.buffer as ArrayBuffer])
    }
  } catch (cause) {
    answer({ error: String(cause instanceof Error ? (cause.stack ?? cause) : cause) })
  }
}

function answer(message: WorkerAnswer, transfer: ArrayBuffer[] = []): void {
  self.postMessage(message, transfer)
}

await warmUp(languages, speak)
answer({ ready: true })
