import { type TSchema, Type } from '@sinclair/typebox'
import { pageParameters } from '../../http/page.ts'

/**
 * The query parameters of a list that is read on and on, and never back.
 *
 * @param what it lists, in the singular
 */
export function forwardParameters(what: string) {
  const { limit, starting_after } = pageParameters(what)
  return { limit, starting_after }
}

/** The schema of a page of a list. */
export function pageSchema<Entry extends TSchema>(entry: Entry) {
  return Type.Object(
    {
      data: Type.Array(entry),
      has_more: Type.Boolean({ description: 'Whether there are entries after this page.' }),
      next_page: Type.Union([Type.String(), Type.Null()], {
        description: 'What to pass as starting_after for the next page; null on the last one.',
        examples: [null],
      }),
    },
    { additionalProperties: false },
  )
}

/** A page of a list. */
export interface EntryPage<Entry> {
  data: Entry[]
  has_more: boolean
  next_page: string | null
}

/**
 * A page of entries.
 *
 * @param read one more than the page has, if there are that many
 */
export function pageWith<Entry extends { readonly id: string }>(
  read: readonly Entry[],
  limit: number,
): EntryPage<Entry> {
  const data = read.slice(0, limit)
  const hasMore = read.length > limit
  return { data, has_more: hasMore, next_page: hasMore ? data.at(-1)!.id : null }
}
