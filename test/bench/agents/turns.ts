import { localeOf } from '../../../src/languages/registry.ts'
import { TextStream } from '../../../src/speech/text-stream.ts'
import { segmentsOf } from '../../support/text-stream.ts'
import { conversation, PROSE } from '../texts.ts'

/** Seconds of speech in a turn. */
const MIN_SECONDS = 3
const MAX_SECONDS = 12

/** What a voice agent says in one turn. */
export interface AgentTurn {
  readonly text: string
  /** The text as a language model writes it. */
  readonly tokens: readonly string[]
  /** The token with which the first clause is known to be complete: the next word's first, or the last of all. */
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

/** Predicted length of the speech. */
function secondsOf(text: string): number {
  return segmentsOf(text).reduce((sum, { segment }) => sum + (segment?.seconds ?? 0), 0)
}

/** Roughly as the tokenizers of language models cut: a word with the space before it, three digits, a mark. */
function tokensOf(text: string): string[] {
  return text.match(/ ?\p{L}{1,8}|\d{1,3}| ?[^\p{L}\d ]| /gu) ?? []
}

function openingOf(tokens: readonly string[]): number {
  const stream = new TextStream(localeOf('en-US'))
  const decisive = tokens.findIndex((token) => stream.push(token).length > 0)
  return decisive < 0 ? tokens.length - 1 : decisive
}
