/** Most characters of a text that are shown: as many as a UUID has. */
const MAX_LENGTH = 36

/**
 * A client's value as a message may show it: a text cut short, a number or a boolean; of an array or object only the kind. What
 * a client has nested is never visited, because that could take far longer than reading the request.
 */
export function show(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : value)
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? '(an array)' : '(an object)'
}
