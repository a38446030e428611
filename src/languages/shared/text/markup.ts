/** Stands for a character of a tag: no text has it, and it is read as a space. */
export const BLANK = '\ue000'

const TAG = /<[A-Za-z/!?][^<>]{0,300}>/g

/** The text with HTML and SSML tags blanked out; its whitespace stays, so that it divides into the same words. */
export function blankTags(text: string): string {
  return text.includes('<') ? text.replace(TAG, (tag) => tag.replace(/\S/g, BLANK)) : text
}
