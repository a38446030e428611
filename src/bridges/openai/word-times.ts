import { Type } from '@sinclair/typebox'
import { silenceBefore } from '../../audio/compressed/file.ts'
import type { SpeechFormat } from '../../audio/compressed/format.ts'
import type { WordTime } from '../../engines/shared/engine.ts'
import { wholeMilliseconds } from '../../tts/server-frame.ts'

/** A word as Kokoro-FastAPI reports it. */
export const SPOKEN_WORD = Type.Object({
  word: Type.String({ examples: ['Hello.'] }),
  start_time: Type.Number({
    minimum: 0,
    description: 'Seconds from the start of the audio.',
    examples: [0.023],
  }),
  end_time: Type.Number({
    minimum: 0,
    description: 'Seconds from the start of the audio.',
    examples: [0.325],
  }),
})

/** Words as Kokoro-FastAPI reports them, by where they are heard in the audio of a format. */
export function spokenWords(words: readonly WordTime[], format: SpeechFormat) {
  const silence = silenceBefore(format)
  return words.map(({ word, start, end }) => ({
    word,
    start_time: wholeMilliseconds(start + silence),
    end_time: wholeMilliseconds(end + silence),
  }))
}
