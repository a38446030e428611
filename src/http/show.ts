/** Characters of a text that are shown: as many as a UUID has. */
const MAX_LENGTH = 36

/**
 * A value of a client as it may stand in a message: a text, a number or a truth value cut short, of anything else only
 * what it is. What a client has nested is never walked: it may take far longer than the request it came with.
 */
export function show(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : value)
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? '(an array)' : '(an object)'
}
