import { textBefore } from '../../shared/text/reading.ts'
import { endsHouseNumber } from './streets.ts'
import { isCounting } from './years.ts'

/** What has a number that is no quantity: "flight UA 2345", "Room 2304". */
const NUMBERED_BEFORE =
  /\b(?:flight|train|amtrak|bus|room|rm|suite|ste|apartment|apt|unit|highway|hwy|route|form)s?\.? (?:#|number )?(?:[A-Z][A-Z\d] ?)?$/i
/** The letters before the number of a model or a standard: "RTX 4090", "RFC 2616". */
const LETTERS_BEFORE = /\b[A-Z]{2,4} $/
const MAX_BEFORE_LENGTH = 30
/** Forms and sections of the American tax code: "Form 1099", "the 1040", "a 1031 exchange". */
const TAX_FORM = /^(?:10(?:31|40|65|9[589])|1120)$/
const TAX_FORM_BEFORE =
  /\b(?:(?:forms?|an?|the|your|my|his|her|our|their|and|or|of|file|send) |(?:SSA|RRB)-)$/i
/** What a form is of: "1099-INT". */
const FORM_AFTER = /^-[A-Z]{1,4}(?![A-Za-z\d])/
/** The lines and the columns of a picture: "1920x1080", "1080p". */
const SIZE_BEFORE = /\d[x×]$/
const SIZE_AFTER = /^(?:[x×]\d|[pi](?![A-Za-z]))/

/** Whether four digits are read in pairs like a year, although they are none: "twenty three forty five". */
export function isPaired(text: string, at: number, end: number): boolean {
  const before = textBefore(text, at, MAX_BEFORE_LENGTH)
  const isModel = LETTERS_BEFORE.test(before) && !isCounting(text, end)
  const isNamedForm = TAX_FORM_BEFORE.test(before) || FORM_AFTER.test(text.slice(end, end + 6))
  const isForm = isTaxForm(text.slice(at, end)) && isNamedForm && !isCounting(text, end)
  return isModel || isForm || NUMBERED_BEFORE.test(before) || endsHouseNumber(text, end)
}

/** Whether digits are the number of a form or a section of the American tax code. */
export function isTaxForm(digits: string): boolean {
  return TAX_FORM.test(digits)
}

/** Whether a number is a side of a picture or a screen. */
export function isPictureSize(text: string, at: number, end: number): boolean {
  return SIZE_AFTER.test(text.slice(end, end + 2)) || SIZE_BEFORE.test(textBefore(text, at, 2))
}
