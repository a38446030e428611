/** Symbols that are not said where just the letters about them are: of markup and lists, and "%" behind a number that says it. */
const SYMBOLS = '*_#~`|^=<>+\\\\%‰@&•†‡'
const BETWEEN_LETTERS = new RegExp(`(?<=[\\p{L}\\p{N}])[${SYMBOLS}]+(?=[\\p{L}\\p{N}])`, 'gu')
const ANYWHERE = new RegExp(`[${SYMBOLS}]+`, 'gu')

/**
 * A word as it is written, for a model that reads characters, without the symbols about it that are not said ("**now**"): such a
 * model would read them. One between letters becomes a space.
 */
export function withoutSymbols(written: string): string {
  return written.replace(BETWEEN_LETTERS, ' ').replace(ANYWHERE, '')
}
