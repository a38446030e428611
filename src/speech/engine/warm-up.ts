import type { Language } from '../../languages/shared/language.ts'
import { isPause, type Token } from '../../languages/shared/text/token.ts'
import { catalogue } from './catalogue.ts'
import type { Window, WindowSpeech } from './window.ts'

const TEXTS: readonly (readonly [Language, string])[] = [
  ['en', 'Yes.'],
  ['en', 'Hello, how are you today?'],
  ['de', 'Guten Tag, wie kann ich Ihnen helfen?'],
  ['nl', 'Goedemorgen, waarmee kan ik u helpen?'],
  [
    'en',
    'The warm-up speaks short and long sentences, an unknown word such as blorped, and every size of window.',
  ],
  [
    'en',
    'Memory for each shape is laid out when the shape is first met, and the first request should not have to wait for that, so a long sentence comes last.',
  ],
]

/** Speaks texts of every language and length in windows of every size, so that no request is the first of its shape. */
export async function warmUp(speak: (window: Window) => Promise<WindowSpeech>): Promise<void> {
  const speaker = catalogue()[0]!.speaker
  for (const [language, text] of TEXTS) {
    let window: Window = {
      text: plainTokens(text),
      language,
      speaker,
      seed: 0,
      first: 0,
      count: 32,
      phase: 0,
    }
    for (const count of [32, 64, 128, 256]) {
      const { pcm, nextPhase, segment } = await speak({ ...window, count })
      if (pcm.length === 0) break
      window = { ...window, text: segment.ids, first: window.first + count, phase: nextPhase }
    }
  }
}

/** Words and marks as they stand: reading numbers and the like would cost every worker 20 MB that it never needs again. */
function plainTokens(text: string): Token[] {
  const parts = text.match(/[A-Za-z]+|[.,?]/g) ?? []
  return parts.map((part) => (isPause(part) ? part : { written: part, spoken: [part.toLowerCase()] }))
}
