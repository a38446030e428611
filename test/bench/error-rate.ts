/** What a recogniser has misheard of a text. */
export interface TextErrors {
  readonly errors: number
  /** Words or phones of the text. */
  readonly length: number
}

/** The error rate over some texts. */
export function rateOf(texts: readonly TextErrors[]): number {
  const sum = (of: (text: TextErrors) => number) => texts.reduce((total, each) => total + of(each), 0)
  return sum(({ errors }) => errors) / sum(({ length }) => length)
}
