/**
 * Cuts phones between words into chunks that a model can take; a longer word is cut anywhere.
 *
 * @param phones with spaces between words
 * @param most symbols in a chunk
 */
export function chunksOf(phones: string, most: number): string[] {
  const chunks: string[] = []
  let rest = phones
  while (rest.length > most) {
    const space = rest.lastIndexOf(' ', most)
    chunks.push(rest.slice(0, space > 0 ? space : most))
    rest = rest.slice(space > 0 ? space + 1 : most)
  }
  if (rest !== '') chunks.push(rest)
  return chunks
}
