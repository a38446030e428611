import { withPhraseBreaks } from '../../languages/shared/segmentation/phrase-breaks.ts'
import { withQuestionMarks } from '../../languages/shared/segmentation/questions.ts'
import type { Token } from '../../languages/shared/text/token.ts'
import type { Segment } from '../shared/engine.ts'

/** A segment's words with the marks that the voice model needs: also pauses that are not written, and "?" only for a rise. */
export function modelTokens({
  tokens,
  language,
  before,
}: Pick<Segment, 'tokens' | 'language' | 'before'>): Token[] {
  return withPhraseBreaks(withQuestionMarks(tokens, language, before), language)
}
