import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { KeyState, ListedKey } from '../../../../management/keys/keys.ts'
import { api, queries, unwrap } from '../../api.ts'

export type { ListedKey }

/** Which keys are shown. */
export interface KeyFilter {
  readonly search: string
  /** Empty: of all projects. */
  readonly project: string
  readonly state: KeyState | 'all'
}

/** Keys of an organization, the newest first, as many as were asked for. */
export function useKeys(organization: string, { search, project, state }: KeyFilter) {
  const query = {
    ...(search && { search }),
    ...(project && { project }),
    ...(state !== 'all' && { state }),
  }
  return useInfiniteQuery({
    queryKey: ['keys', organization, query],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.management.organizations({ organization }).keys.get({
          query: { ...query, ...(pageParam !== undefined && { starting_after: pageParam }) },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_page }) => next_page ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** Has keys and projects asked for again, after one was changed. */
export async function renewKeys(organization: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['keys', organization] }),
    queries.invalidateQueries({ queryKey: ['projects', organization] }),
  ])
}
