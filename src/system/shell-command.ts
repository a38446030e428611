/**
 * What to type to have Bun do something, also where Bun is not installed: npx fetches the version that runs now.
 *
 * @param words such as `run purr key list`
 */
export function shellCommand(words: string): string {
  return `npx -y bun@${Bun.version} ${words}`
}
