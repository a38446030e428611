/**
 * What to type to have Bun do something, also where Bun is not installed: npx fetches the version that runs now.
 *
 * @param words such as `run purr key list`
 */
export function shellCommand(words: string): string {
  return `npx -y bun@${Bun.version} ${words}`
}

/** A word of a shell's command line, in quotes where it has characters that mean something there. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
