/** Code points that the name and the description of something may have. */
export const MAX_NAME = 100
export const MAX_DESCRIPTION = 1000

/** White space, and characters that are drawn as nothing: joiners, marks of direction, fillers. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}]*$/u

/** What is wrong with the name of something; undefined when nothing is. */
export function nameFault(name: string): string | undefined {
  if (name === '') return 'is missing or empty'
  if ([...name].length > MAX_NAME) return 'is too long'
  if (INVISIBLE.test(name)) return 'has nothing that can be seen'
  return /\p{Cc}/u.test(name) ? 'has a control character' : unpairedFault(name)
}

/** What is wrong with the description of something; undefined when nothing is. */
export function descriptionFault(description: string): string | undefined {
  if ([...description].length > MAX_DESCRIPTION) return 'is too long'
  return /[^\P{Cc}\t\n\r]/u.test(description) ? 'has a control character' : unpairedFault(description)
}

/** JSON can have half a character, which no database takes. */
function unpairedFault(text: string): string | undefined {
  return text.isWellFormed() ? undefined : 'has half of a surrogate pair'
}
