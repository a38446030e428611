import { MultipartPart } from '@remix-run/multipart-parser'
import { type SchemaOptions, Type } from '@sinclair/typebox'
import { MAX_CLIP_BYTES } from '../audio/clip/clip.ts'
import { type ErrorCode, ServiceError } from '../http/errors.ts'
import type { Form } from '../http/form.ts'
import { canonicalLanguage, isLanguageTag } from '../http/language.ts'
import { checkedBy, checker, REFUSAL } from '../http/schema.ts'
import { show } from '../http/show.ts'
import { descriptionFault, MAX_DESCRIPTION, MAX_NAME, nameFault } from '../http/texts.ts'
import type { SpecifiedVoice } from './voices.ts'

/** Most bytes of a text field that is decoded: more than the longest allowed text with white space around it. */
const MAX_TEXT = 8192

/** A checked request to clone. */
export interface CloneRequest extends Omit<SpecifiedVoice, 'id'> {
  readonly clip: Uint8Array
  /** The model that is to have the voice; undefined: the main one. It is not checked whether there is such a model. */
  readonly modelId: string | undefined
}

/** The form of POST /voices/clone. White space around its texts is dropped. */
export const CLONE_FORM = Type.Object({
  name: textField('name', 'invalid_name', `Send 1 to ${MAX_NAME} characters.`, {
    faultOf: nameFault,
    minLength: 1,
    maxLength: MAX_NAME,
    description: 'The name of the voice.',
    examples: ['Ann'],
  }),
  description: Type.Optional(
    textField(
      'description',
      'invalid_description',
      `Send at most ${MAX_DESCRIPTION} characters, or leave it out.`,
      {
        faultOf: descriptionFault,
        maxLength: MAX_DESCRIPTION,
        description: 'Says more about the voice.',
        examples: ['A calm alto.'],
      },
    ),
  ),
  language: textField(
    'language',
    'invalid_language',
    'Send a language with its region, such as "en-US", "en-GB" or "pt-BR", or a language alone.',
    {
      faultOf(tag) {
        if (tag === '') return 'is missing or empty'
        return isLanguageTag(tag) ? undefined : `${show(tag)} is not a well-formed BCP-47 tag`
      },
      description: 'The language that is spoken in the clip, as a BCP-47 tag.',
      examples: ['en-US', 'pt-BR'],
    },
  ),
  model_id: Type.Optional(
    textField('model_id', 'unknown_model', 'Leave it out for the main model; GET /models lists the others.', {
      faultOf: () => undefined,
      description: 'The model that is to have the voice. Without it, the main one.',
      examples: ['gepard-1.0'],
    }),
  ),
  clip: checkedBy<MultipartPart>(
    (clip) => clip instanceof MultipartPart && clip.size > 0 && clip.size <= MAX_CLIP_BYTES,
    {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: `A recording of the voice as a file of at most ${MAX_CLIP_BYTES} bytes.`,
      [REFUSAL]: (clip) => {
        if (clip instanceof MultipartPart && clip.size > MAX_CLIP_BYTES) return clipTooLarge()
        return new ServiceError('invalid_clip', `clip is ${clip === undefined ? 'missing' : 'empty'}.`, {
          detail: 'Send a recording of the voice as a file.',
        })
      },
    },
  ),
})

interface TextOptions extends SchemaOptions {
  /** What is wrong with a text; undefined when nothing is. */
  faultOf(text: string): string | undefined
}

/**
 * A text field of a form, without the white space around it ({@link textOf}).
 *
 * @param advice what to send instead of a text that is wrong
 */
export function textField(
  field: string,
  code: ErrorCode,
  advice: string,
  { faultOf, ...options }: TextOptions,
) {
  return checkedBy<string>((text) => typeof text === 'string' && faultOf(text) === undefined, {
    ...options,
    type: 'string',
    [REFUSAL]: (value) => {
      const text = (value ?? '') as string | MultipartPart
      if (typeof text === 'string')
        return new ServiceError(code, `${field} ${faultOf(text)}.`, { detail: advice })
      const fault = text.size > MAX_TEXT ? 'is too long' : 'is not UTF-8'
      return new ServiceError(code, `${field} ${fault}.`, { detail: advice })
    },
  })
}

const checkForm = checker(CLONE_FORM)

/**
 * Checks a form field by field and ignores unknown fields. Nothing else refers to the bytes of the clip that it returns.
 *
 * @throws ServiceError invalid_name, invalid_description, invalid_language, unknown_model or invalid_clip for the first that is
 *   wrong
 */
export function cloneRequest(form: Form): CloneRequest {
  const {
    name,
    description = '',
    language,
    model_id: modelId,
    clip,
  } = checkForm({
    name: textOf(form.get('name')),
    description: textOf(form.get('description')),
    language: textOf(form.get('language')),
    model_id: textOf(form.get('model_id')) || undefined,
    clip: form.get('clip'),
  })
  return { name, description, language: canonicalLanguage(language)!, modelId, clip: clip.bytes }
}

/** A part's text without the white space around it; the part itself when it is too long or not UTF-8. */
export function textOf(part: MultipartPart | undefined): string | MultipartPart | undefined {
  if (part === undefined || part.size > MAX_TEXT) return part
  try {
    return part.text.trim()
  } catch {
    return part
  }
}

/** The refusal of a clip, or of a form that must have one, that has too many bytes. */
export function clipTooLarge(): ServiceError {
  return new ServiceError(
    'invalid_clip',
    `The clip is too large: it has more than ${MAX_CLIP_BYTES} bytes.`,
    {
      detail: 'Send a shorter or a compressed recording.',
    },
  )
}
