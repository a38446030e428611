const TAGS = /<[^<>]*>/g
const SOUNDS = /[\p{L}\p{N}]/u

/** Whether a text has letters or digits outside its tags: something that every engine says. */
export function hasSounds(text: string): boolean {
  return SOUNDS.test(text.replace(TAGS, ''))
}
