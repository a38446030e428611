import { useInfiniteQuery } from '@tanstack/react-query'
import type { Organization } from '../../../../management/organizations/organizations.ts'
import { api, queries, unwrap } from '../../api.ts'
import { PAGED } from '../../paged.ts'

export type { Organization }

/** All organizations whose names contain a text, in the order of their names. */
export function useOrganizations(search: string) {
  return useInfiniteQuery({
    queryKey: ['organizations', search],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.management.organizations.get({
          query: { ...(search && { search }), starting_after: pageParam },
        }),
      ),
    ...PAGED,
  })
}

/** Has organizations asked for again, after one was changed. */
export async function renewOrganizations(): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['organizations'] })
}
