/**
 * A new id for a clone. It is a UUID of version 7, which begins with the milliseconds since 1970: so the place of a clone in the
 * list is known after the clone was deleted.
 *
 * @param createdAt when the clone is made
 */
export function cloneId(createdAt: Date): string {
  return Bun.randomUUIDv7('hex', createdAt)
}

/**
 * When the clone with an id was made. Undefined if the id does not tell: earlier versions gave random ones, and no clone was made
 * in the future.
 */
export function cloneMoment(id: string): Date | undefined {
  const digits = id.replaceAll('-', '')
  const milliseconds = Number.parseInt(digits.slice(0, 12), 16)
  return digits[12] === '7' && milliseconds <= Date.now() ? new Date(milliseconds) : undefined
}
