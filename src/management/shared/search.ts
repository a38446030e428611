import { Type } from '@sinclair/typebox'

/** The most characters that are searched for. */
const MAX_SEARCH = 100

/** The query parameter of a list that can be searched. */
export function searchParameter(description: string) {
  return Type.Optional(Type.String({ maxLength: MAX_SEARCH, description }))
}

/** What is searched for. Undefined: everything. */
export function searched(search: string | undefined): string | undefined {
  return search?.trim().slice(0, MAX_SEARCH) || undefined
}

/** The pattern of SQL's LIKE for texts that contain another one. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
