import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Organization } from '../../../../management/organizations/organizations.ts'
import { api, queries, unwrap } from '../../api.ts'

export type { Organization }

/** All organizations whose names contain a text, in the order of their names. */
export function useOrganizations(search: string) {
  return useInfiniteQuery({
    queryKey: ['organizations', search],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.management.organizations.get({
          query: { ...(search && { search }), ...(pageParam !== undefined && { starting_after: pageParam }) },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_page }) => next_page ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** Has organizations asked for again, after one was changed. */
export async function renewOrganizations(): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['organizations'] })
}
