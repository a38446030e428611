import { setImmediate } from 'node:timers/promises'
import { type Static, Type } from '@sinclair/typebox'
import { ServiceError } from '../http/errors.ts'
import { isAbsent } from '../http/schema.ts'
import { show } from '../http/show.ts'
import { ipaFault } from '../languages/shared/pronunciation/ipa.ts'

/** Items that a dictionary may have. */
export const MAX_ITEMS = 10_000
/** Code points. */
const MAX_TEXT = 100
const MAX_SAID = 200
/** Items that are checked before others get the thread. */
const AT_ONCE = 250

/** The fields that say how an item is said; the first one that it has counts. */
const SAID_FIELDS = ['ipa', 'alias', 'respelling', 'pronunciation']
const SAID = `In its place "respelling" or "pronunciation" is taken too.`

/** An item as clients send it. */
export const SENT_ITEM = Type.Object({
  text: Type.String({
    minLength: 1,
    maxLength: MAX_TEXT,
    description: 'A word or a phrase as it is written.',
    examples: ['Nguyen'],
  }),
  alias: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_SAID,
      description: `The text that is said in its place, or phones in IPA within << and >>. ${SAID}`,
      examples: ['win', '<<w|ɪ|n>>'],
    }),
  ),
  ipa: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_SAID,
      description: 'The phones that are said in its place, in IPA. It counts before the alias.',
      examples: ['wɪn'],
    }),
  ),
  case_sensitive: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Only match the text as it is written, or all in capitals. A text without capitals is matched in any case.',
    }),
  ),
})

/** An item as it is kept and shown. */
export const ITEM = Type.Object(
  {
    text: Type.String({ description: 'A word or a phrase as it is written.', examples: ['Nguyen'] }),
    alias: Type.String({
      description: 'What is said in its place; phones in IPA stand within << and >>.',
      examples: ['win'],
    }),
    ipa: Type.Optional(Type.String({ description: 'The same phones.' })),
    case_sensitive: Type.Boolean(),
  },
  { additionalProperties: false },
)

export type Item = Readonly<Static<typeof ITEM>>

/**
 * Checks the items of a dictionary, some at a time: others are served meanwhile.
 *
 * @throws ServiceError invalid_items for the first that is wrong
 */
export async function checkItems(sent: readonly unknown[]): Promise<Item[]> {
  if (sent.length > MAX_ITEMS) {
    throw invalidItems(
      `items has ${sent.length} entries.`,
      `A dictionary may have ${MAX_ITEMS}: divide it in two.`,
    )
  }
  const items: Item[] = []
  for (const [at, item] of sent.entries()) {
    if (at > 0 && at % AT_ONCE === 0) await setImmediate()
    items.push(checkItem(item, `items[${at}]`))
  }
  return items
}

/** @param place where it stands, for the message */
function checkItem(sent: unknown, place: string): Item {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw invalidItems(`${place} is not an object.`, 'Send {"text": "…", "alias": "…"}.')
  const item = sent as Readonly<Record<string, unknown>>
  const text = checkText(item.text, `${place}.text`, MAX_TEXT)
  if (!/[\p{L}\p{N}]/u.test(text))
    throw invalidItems(`${place}.text ${show(text)} has no letter or digit.`, 'Send a word or a phrase.')
  return { text, ...checkSaid(item, place), case_sensitive: item.case_sensitive === true }
}

/** What is said for an item, in IPA where it is phones. */
function checkSaid(item: Readonly<Record<string, unknown>>, place: string): Pick<Item, 'alias' | 'ipa'> {
  const field = SAID_FIELDS.find((name) => !isAbsent(item[name])) ?? 'alias'
  const said = checkText(item[field], `${place}.${field}`, MAX_SAID)
  const ipa = (field === 'ipa' ? said : /^<<(.*)>>$/.exec(said)?.[1])?.trim()
  if (ipa === undefined) return { alias: said }
  const fault = ipaFault(ipa)
  if (fault !== undefined) throw invalidItems(`${place}.${field}: ${fault}`, 'Send phones, such as "ˈdɒktə".')
  return { alias: `<<${ipa}>>`, ipa }
}

function checkText(value: unknown, place: string, limit: number): string {
  const text = typeof value === 'string' ? value.trim() : ''
  const fault = textFault(value, text, limit)
  if (fault === undefined) return text
  throw invalidItems(`${place} ${fault}.`, `Send 1 to ${limit} characters.`)
}

function textFault(value: unknown, text: string, limit: number): string | undefined {
  if (typeof value !== 'string' && !isAbsent(value)) return `${show(value)} is not a string`
  if (text === '') return 'is missing or empty'
  if (text.length > 2 * limit || [...text].length > limit) return 'is too long'
  if (/\p{Cc}/u.test(text)) return 'has a control character'
  return text.isWellFormed() ? undefined : 'has half of a surrogate pair'
}

function invalidItems(message: string, detail: string): ServiceError {
  return new ServiceError('invalid_items', message, { detail })
}
