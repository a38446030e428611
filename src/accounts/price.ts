/** What a transcript costs: a credit for each Unicode code point (spec 1). */
export function price(transcript: string): number {
  let codePoints = 0
  for (const _ of transcript) codePoints++
  return codePoints
}
