import { catalogue } from '../catalogue.ts'
import { normalise } from '../text/normalise.ts'
import type { Window, WindowSpeech } from './window.ts'

const TEXTS = [
  'Yes.',
  'Hello, how are you today?',
  'The warm-up speaks short and long sentences, an unknown word such as blorped, and every size of window.',
  'Memory for each shape is laid out when the shape is first met, and the first request should not have to wait for that, so a long sentence comes last.',
]

/** Speaks texts of every length in windows of every size, so that no request is the first of its shape. */
export async function warmUp(speak: (window: Window) => Promise<WindowSpeech>): Promise<void> {
  const speaker = catalogue()[0]!.speaker
  for (const text of TEXTS) {
    let window: Window = { text: normalise(text, 'en-US'), speaker, seed: 0, first: 0, count: 32, phase: 0 }
    for (const count of [32, 64, 128, 256]) {
      const { pcm, nextPhase, segment } = await speak({ ...window, count })
      if (pcm.length === 0) break
      window = { ...window, text: segment.ids, first: window.first + count, phase: nextPhase }
    }
  }
}
