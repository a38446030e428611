import { localeOf } from '../../../src/languages/registry.ts'
import { TextStream } from '../../../src/speech/text-stream.ts'
import { segmentsOf } from '../../support/text-stream.ts'
import { conversation, PROSE } from '../texts.ts'

/** Seconds of speech in a turn. */
const MIN_SECONDS = 3
const MAX_SECONDS = 12

/** One turn of a voice agent. */
export interface AgentTurn {
  readonly text: string
  /** The text, in the tokens of a language model. */
  readonly tokens: readonly string[]
  /** The index of the token that completes the first clause: the first token of the next word, or the last token. */
  readonly opening: number
}

const sentences = [...conversation(), ...PROSE].map((text) => ({ text, seconds: secondsOf(text) }))

/** Writes a turn of some sentences, 3 to 12 seconds of speech. */
export function writeTurn(random: () => number): AgentTurn {
  const wanted = MIN_SECONDS + random() * (MAX_SECONDS - MIN_SECONDS)
  const chosen: string[] = []
  let length = 0
  while (length < wanted) {
    const { text, seconds } = sentences[Math.floor(random() * sentences.length)]!
    if (length + seconds > MAX_SECONDS) break
    chosen.push(text)
    length += seconds
  }
  const text = chosen.join(' ')
  const tokens = tokensOf(text)
  return { text, tokens, opening: openingOf(tokens) }
}

/** The predicted duration of the speech. */
function secondsOf(text: string): number {
  return segmentsOf(text).reduce((sum, { segment }) => sum + (segment?.seconds ?? 0), 0)
}

/**
 * Splits roughly like the tokenizers of language models: a word with the space before it, three digits, a punctuation
 * mark.
 */
function tokensOf(text: string): string[] {
  return text.match(/ ?\p{L}{1,8}|\d{1,3}| ?[^\p{L}\d ]| /gu) ?? []
}

function openingOf(tokens: readonly string[]): number {
  const stream = new TextStream(localeOf('en-US'))
  const decisive = tokens.findIndex((token) => stream.push(token).length > 0)
  return decisive < 0 ? tokens.length - 1 : decisive
}
