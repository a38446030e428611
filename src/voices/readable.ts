import type { Model } from '../engines/shared/model.ts'
import { ServiceError } from '../http/errors.ts'
import { localeOf, plainLocaleOf } from '../languages/registry.ts'
import type { Locale } from '../languages/shared/language.ts'

/** Whether a model can read text of a language, given by its BCP-47 tag. */
export function canRead({ languages }: Model, tag: string): boolean {
  return languages === undefined || languages.includes(new Intl.Locale(tag).language)
}

/**
 * How a model reads text of a language, given by its BCP-47 tag. The model that comes with Purr speaks Purr's phones, so it reads
 * a language that Purr does not know as English; all others read it in its own words.
 */
export function localeFor({ kind }: Model, tag: string): Locale {
  return kind === 'embedded' ? localeOf(tag) : plainLocaleOf(tag)
}

/**
 * The refusal of a language that a model cannot read.
 *
 * @param advice what to do, after the languages that it can
 */
export function unreadable(tag: string, { id, languages }: Model, advice: string): ServiceError {
  return new ServiceError('invalid_language', `The model "${id}" does not speak ${tag}.`, {
    detail: `It speaks ${languages!.join(', ')}. ${advice}`,
  })
}
