import type { Heteronyms } from './heteronyms.ts'
import type { WordContext } from './word-context.ts'

/**
 * Prepositions of German and Dutch that are verbs' particles as well. They are weak before what they govern, and stressed
 * where the verb leaves them: at the end of its clause ("rufen Sie uns an", "bel ons op of mail ons").
 *
 * @param weak their phones, without stress
 * @param conjunctions what joins clauses, unless another preposition follows ("met of zonder")
 */
export function particles(
  weak: Readonly<Record<string, string>>,
  conjunctions: ReadonlySet<string>,
): Heteronyms {
  const isOther = (context: WordContext) =>
    context.endsClause || (conjunctions.has(context.after()) && !Object.hasOwn(weak, context.after(2)))
  const heteronyms = Object.entries(weak).map(([word, usual]) => {
    return [word, { usual, other: usual.replace('0', '1'), isOther }]
  })
  return Object.fromEntries(heteronyms)
}
