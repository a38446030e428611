import { isPause, type Token } from '../../../languages/shared/text/token.ts'
import type { LocalRequest } from '../local-model.ts'

/**
 * What a model is given that reads characters: the words as they are said, in lower case, numbers and abbreviations written
 * out, and the pause marks. Where the text is in a language that Purr does not read, it is given as it is written.
 *
 * @param language code of the language that the model reads
 */
export function spokenText({ tokens, text, language: read }: LocalRequest, language: string): string {
  return (read === language ? spoken(tokens) : text).toLowerCase()
}

function spoken(tokens: readonly Token[]): string {
  const words = tokens.flatMap((token) => (typeof token === 'string' ? [token] : token.spoken))
  let written = ''
  for (const word of words) written += (written === '' || isPause(word) ? '' : ' ') + word
  return written
}
