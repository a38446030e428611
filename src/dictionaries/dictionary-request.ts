import { type Static, Type } from '@sinclair/typebox'
import { ServiceError } from '../http/errors.ts'
import { canonicalLanguage, isLanguageTag } from '../http/language.ts'
import { nameField } from '../http/name-field.ts'
import { checkedBy, REFUSAL } from '../http/schema.ts'
import { show } from '../http/show.ts'
import { descriptionFault, MAX_DESCRIPTION } from '../http/texts.ts'
import type { DictionaryContent } from './dictionaries.ts'
import { checkItems, MAX_ITEMS, SENT_ITEM } from './items.ts'

const NAME = nameField('The name of the dictionary.', 'Our products')

/** What can be said of a dictionary besides its name. */
const OPTIONAL = {
  description: Type.Optional(
    checkedBy<string>((text) => typeof text === 'string' && descriptionFault(text.trim()) === undefined, {
      type: 'string',
      maxLength: MAX_DESCRIPTION,
      description: 'Says more about the dictionary.',
      [REFUSAL]: (text) => {
        const fault = typeof text === 'string' ? descriptionFault(text.trim()) : 'is not a string'
        return new ServiceError('invalid_description', `description ${fault}.`, {
          detail: `Send at most ${MAX_DESCRIPTION} characters, or leave it out.`,
        })
      },
    }),
  ),
  language: Type.Optional(
    checkedBy<string>((tag) => tag === '' || isLanguageTag(tag), {
      type: 'string',
      description:
        'The dictionary applies only to texts in this language, whatever the region. Empty: to texts in all languages.',
      examples: ['en'],
      [REFUSAL]: (tag) =>
        new ServiceError('invalid_language', `language ${show(tag)} is not a well-formed BCP-47 tag.`, {
          detail: 'Send a language such as "en", or leave it out.',
        }),
    }),
  ),
  items: Type.Optional(
    checkedBy<readonly unknown[]>(Array.isArray, {
      type: 'array',
      items: SENT_ITEM,
      maxItems: MAX_ITEMS,
      description: 'What is said for which words. Of items with the same text, the last one counts.',
      [REFUSAL]: () =>
        new ServiceError('invalid_items', 'items is not an array.', {
          detail: 'Send [{"text": "…", "alias": "…"}].',
        }),
    }),
  ),
}

/** The body of POST /pronunciation-dicts. */
export const CREATE_REQUEST = Type.Object({ name: NAME, ...OPTIONAL })

/** The body of PATCH /pronunciation-dicts/{id}: what is left out or null stays as it is. */
export const CHANGE_REQUEST = Type.Object({ name: Type.Optional(NAME), ...OPTIONAL })

/**
 * A new dictionary as a client describes it.
 *
 * @throws ServiceError invalid_items for the first item that is wrong
 */
export async function newContent(sent: Static<typeof CREATE_REQUEST>): Promise<DictionaryContent> {
  return { description: '', language: null, items: [], ...(await changes(sent)), name: sent.name.trim() }
}

/**
 * What a client changes of a dictionary.
 *
 * @throws ServiceError invalid_items for the first item that is wrong
 */
export async function changes({
  name,
  description,
  language,
  items,
}: Static<typeof CHANGE_REQUEST>): Promise<Partial<DictionaryContent>> {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(description !== undefined && { description: description.trim() }),
    ...(language !== undefined && { language: canonicalLanguage(language) ?? null }),
    ...(items !== undefined && { items: await checkItems(items) }),
  }
}
