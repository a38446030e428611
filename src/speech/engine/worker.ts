import { lowerThreadPriority } from '../../system/priority.ts'
import { MODEL_FOLDER } from './model-folder.ts'
import { createPronouncer } from './phone-encoder.ts'
import { VoiceModel } from './voice-model.ts'
import { warmUp } from './warm-up.ts'
import {
  END,
  type SegmentPlan,
  type Window,
  type WindowSpeech,
  type WorkerAnswer,
  type WorkerRequest,
} from './window.ts'

/** An inference worker: pronounces and speaks windows, one at a time, until it is ended. */
declare const self: Worker

lowerThreadPriority()
const [model, pronouncer] = await Promise.all([VoiceModel.load(MODEL_FOLDER), createPronouncer(MODEL_FOLDER)])

async function speak(window: Window): Promise<WindowSpeech> {
  const { text } = window
  const { ids, words } =
    text instanceof Int32Array ? { ids: text, words: [] } : await pronouncer.encode(text, window.language)
  const { pcm, durations, nextPhase } = await model.run(ids, window)
  const segment: SegmentPlan = { ids, words, durations }
  return { pcm, nextPhase, segment }
}

self.onmessage = async ({ data }: MessageEvent<WorkerRequest>) => {
  if (data === END) process.exit()
  try {
    const speech = await speak(data)
    answer({ speech }, [speech.pcm.buffer as ArrayBuffer])
  } catch (cause) {
    answer({ error: String(cause instanceof Error ? (cause.stack ?? cause) : cause) })
  }
}

function answer(message: WorkerAnswer, transfer: ArrayBuffer[] = []): void {
  self.postMessage(message, transfer)
}

await warmUp(speak)
answer({ ready: true })
