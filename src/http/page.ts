import { type TSchema, Type } from '@sinclair/typebox'
import { ServiceError } from './errors.ts'
import { checkedBy, REFUSAL } from './schema.ts'

const MAX_PAGE = 100

/**
 * The query parameters of a list that comes page by page (spec 4.4). An empty parameter counts as none.
 *
 * @param what it lists, in the singular
 */
export function pageParameters(what: string) {
  return {
    limit: Type.Optional(
      checkedBy<string>(isPageSize, {
        type: 'integer',
        minimum: 1,
        maximum: MAX_PAGE,
        default: MAX_PAGE,
        description: 'How many entries of the list a page has at most.',
        [REFUSAL]: () =>
          new ServiceError('invalid_limit', `limit is not a whole number from 1 to ${MAX_PAGE}.`, {
            detail: `Send such a number, or leave it out for ${MAX_PAGE}.`,
          }),
      }),
    ),
    starting_after: Type.Optional(
      Type.String({
        description: `The id of the ${what} after which the page begins: \`next_page\` of the last.`,
      }),
    ),
    ending_before: Type.Optional(
      Type.String({ description: `The id of the ${what} before which the page ends.` }),
    ),
  }
}

/**
 * The query parameters of a list that is read on and on, and never back.
 *
 * @param what it lists, in the singular
 */
export function forwardParameters(what: string) {
  const { limit, starting_after } = pageParameters(what)
  return { limit, starting_after }
}

function isPageSize(limit: unknown): boolean {
  if (typeof limit !== 'string') return false
  const size = Number(limit)
  return limit === '' || (/^\d+$/.test(limit) && size >= 1 && size <= MAX_PAGE)
}

/** What a page is asked for by; a cursor is the id of an entry. */
export interface PageQuery {
  readonly limit: number
  readonly startingAfter?: string
  readonly endingBefore?: string
}

interface PageParameters {
  readonly limit?: string
  readonly starting_after?: string
  readonly ending_before?: string
}

/** The checked parameters as a query. */
export function pageQuery({ limit, starting_after, ending_before }: PageParameters): PageQuery {
  return {
    limit: Number(limit || MAX_PAGE),
    startingAfter: starting_after || undefined,
    endingBefore: ending_before || undefined,
  }
}

/** The schema of a page of a list. */
export function pageSchema<Entry extends TSchema>(entry: Entry) {
  return Type.Object(
    {
      data: Type.Array(entry),
      has_more: Type.Boolean({ description: 'Whether there are entries after this page.' }),
      next_page: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
        description: 'What to pass as starting_after for the next page; null on the last one.',
        examples: [null],
      }),
    },
    { additionalProperties: false },
  )
}

/** A page of a list. */
export interface Page<Entry> {
  data: Entry[]
  has_more: boolean
  next_page: string | null
}

/** A page with these entries, after which there are more or not. */
export function pageWith<Entry extends { readonly id: string }>(
  data: Entry[],
  hasMore: boolean,
): Page<Entry> {
  return { data, has_more: hasMore, next_page: hasMore ? data.at(-1)!.id : null }
}

/**
 * A page of a list that is read on and on.
 *
 * @param read one more entry than the page has, if there are that many
 */
export function pageFrom<Entry extends { readonly id: string }>(read: Entry[], limit: number): Page<Entry> {
  return pageWith(read.slice(0, limit), read.length > limit)
}

/** What is known of a list besides its entries. */
interface ListRules<Entry> {
  /** Whether entries are few enough for one response; a single one always is. */
  readonly fits?: (entries: readonly Entry[]) => boolean
  /** How many entries came before one that was deleted, by its id in lower case. Undefined if the id does not say. */
  readonly formerPlace?: (id: string) => number | undefined
}

/**
 * The page of a list that a query asks for. After the last entry, and after a cursor that has no place in it, comes an
 * empty page: clients read on until they meet one.
 */
export function pageOf<Entry extends { readonly id: string }>(
  list: readonly Entry[],
  { limit, startingAfter, endingBefore }: PageQuery,
  { fits = () => true, formerPlace = () => undefined }: ListRules<Entry> = {},
): Page<Entry> {
  const placeOf = (cursor: string) => {
    const id = cursor.toLowerCase()
    const found = list.findIndex((entry) => entry.id === id)
    if (found >= 0) return { before: found, through: found + 1 }
    const former = formerPlace(id)
    return former === undefined ? undefined : { before: former, through: former }
  }
  const after = startingAfter === undefined ? 0 : (placeOf(startingAfter)?.through ?? list.length)
  const before = endingBefore === undefined ? list.length : (placeOf(endingBefore)?.before ?? 0)
  let from = endingBefore === undefined ? after : Math.max(after, before - limit)
  let to = Math.min(before, from + limit)
  while (to - from > 1 && !fits(list.slice(from, to))) {
    if (endingBefore === undefined) to--
    else from++
  }
  const entries = list.slice(from, to)
  return pageWith(entries, to < list.length && entries.length > 0)
}
