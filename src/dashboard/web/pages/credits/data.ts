import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api, queries, unwrap } from '../../api.ts'
import { PAGED } from '../../paged.ts'

/** How often the balance is asked for while it is shown (milliseconds). */
const PERIOD = 5000

/** What an organization has, as it is now. */
export function useCredits(organization: string) {
  return useQuery({
    queryKey: ['credits', organization],
    queryFn: () => unwrap(api.management.organizations({ organization }).credits.get()),
    refetchInterval: PERIOD,
  })
}

export type Credits = NonNullable<ReturnType<typeof useCredits>['data']>

/**
 * The statement of account of an organization, the newest entries first.
 *
 * @param sum of all entries; another one has them asked for again
 */
export function useEntries(organization: string, sum: number) {
  return useInfiniteQuery({
    queryKey: ['credit-entries', organization, sum],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.management
          .organizations({ organization })
          .credits.entries.get({ query: { starting_after: pageParam } }),
      ),
    ...PAGED,
  })
}

/** Has the credits of an organization asked for again, after they were changed. */
export async function renewCredits(organization: string): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['credits', organization] })
}
