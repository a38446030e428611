/**
 * A new id for an entry of a list that is ordered by time. It is a UUID of version 7, which begins with the milliseconds since
 * 1970: so the place of an entry is known after it was deleted.
 *
 * @param createdAt when the entry is made
 */
export function timedId(createdAt: Date): string {
  return Bun.randomUUIDv7('hex', createdAt)
}

/**
 * When the entry with an id was made. Undefined if the id does not say: earlier versions made random ones, and nothing was made
 * in the future.
 */
export function momentOf(id: string): Date | undefined {
  const digits = id.replaceAll('-', '')
  const milliseconds = Number.parseInt(digits.slice(0, 12), 16)
  return digits[12] === '7' && milliseconds <= Date.now() ? new Date(milliseconds) : undefined
}
