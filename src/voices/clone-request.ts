import { LARGEST_CLIP } from '../audio/clip/clip.ts'
import { type ErrorCode, ServiceError } from '../http/errors.ts'
import type { Form } from '../http/form.ts'
import { canonicalLanguage } from '../http/language.ts'
import { show } from '../http/show.ts'
import type { SpecifiedVoice } from './voices.ts'

/** Code points. */
const LONGEST_NAME = 100
const LONGEST_DESCRIPTION = 1000
/** Bytes of a text that is looked at: with white space around it, the longest that may be is still shorter. */
const LONGEST_TEXT = 8192

/** A request to clone, checked. */
export interface CloneRequest extends Omit<SpecifiedVoice, 'id'> {
  readonly clip: Uint8Array
}

/**
 * Checks a form field by field; unknown fields are ignored.
 *
 * @throws ServiceError invalid_name, invalid_description, invalid_language or invalid_clip for the first that is wrong
 */
export function cloneRequest(form: Form): CloneRequest {
  return {
    name: nameIn(form),
    description: descriptionIn(form),
    language: languageIn(form),
    clip: clipIn(form),
  }
}

function nameIn(form: Form): string {
  const name = textIn(form, 'name', 'invalid_name')
  const refuse = (message: string) =>
    new ServiceError('invalid_name', message, { detail: `Send 1 to ${LONGEST_NAME} characters.` })
  if (name === '') throw refuse('name is missing or empty.')
  if ([...name].length > LONGEST_NAME) throw refuse('name is too long.')
  if (/\p{Cc}/u.test(name)) throw refuse('name has a control character.')
  return name
}

function descriptionIn(form: Form): string {
  const description = textIn(form, 'description', 'invalid_description')
  const refuse = (message: string) =>
    new ServiceError('invalid_description', message, {
      detail: `Send at most ${LONGEST_DESCRIPTION} characters, or leave it out.`,
    })
  if ([...description].length > LONGEST_DESCRIPTION) throw refuse('description is too long.')
  if (/[^\P{Cc}\t\n\r]/u.test(description)) throw refuse('description has a control character.')
  return description
}

function languageIn(form: Form): string {
  const tag = textIn(form, 'language', 'invalid_language')
  const language = canonicalLanguage(tag)
  if (language !== undefined) return language
  const message =
    tag === '' ? 'language is missing or empty.' : `language ${show(tag)} is not a well-formed BCP-47 tag.`
  throw new ServiceError('invalid_language', message, {
    detail: 'Send a language with its region, such as "en-US", "en-GB" or "pt-BR", or a language alone.',
  })
}

/**
 * A clip's bytes, which nothing else refers to.
 *
 * @throws ServiceError invalid_clip
 */
function clipIn(form: Form): Uint8Array {
  const clip = form.get('clip')
  if (clip !== undefined && clip.size > LARGEST_CLIP) throw clipTooLarge()
  if (clip !== undefined && clip.size > 0) return clip.bytes
  throw new ServiceError('invalid_clip', `clip is ${clip === undefined ? 'missing' : 'empty'}.`, {
    detail: 'Send a recording of the voice as a file.',
  })
}

export function clipTooLarge(): ServiceError {
  return new ServiceError('invalid_clip', `The clip is too large: it has more than ${LARGEST_CLIP} bytes.`, {
    detail: 'Send a shorter or a compressed recording.',
  })
}

/** A field's text without the white space around it; empty when the field is missing. */
function textIn(form: Form, field: string, code: ErrorCode): string {
  const part = form.get(field)
  if (part === undefined) return ''
  if (part.size > LONGEST_TEXT) throw new ServiceError(code, `${field} is too long.`)
  try {
    return part.text.trim()
  } catch {
    throw new ServiceError(code, `${field} is not UTF-8.`)
  }
}
