import { useInfiniteQuery } from '@tanstack/react-query'
import type { KeyState, ListedKey } from '../../../../management/keys/keys.ts'
import { api, queries, unwrap } from '../../api.ts'
import { PAGED } from '../../paged.ts'

export type { ListedKey }

/** Which keys are shown. */
export interface KeyFilter {
  readonly search: string
  /** Empty: of all projects. */
  readonly project: string
  readonly state: KeyState | 'all'
}

/** All keys that are valid, which are shown at first. */
export const VALID_KEYS: KeyFilter = { search: '', project: '', state: 'valid' }

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
          query: { ...query, starting_after: pageParam },
        }),
      ),
    ...PAGED,
  })
}

/** Has keys and projects asked for again, after one was changed. */
export async function renewKeys(organization: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['keys', organization] }),
    queries.invalidateQueries({ queryKey: ['projects', organization] }),
  ])
}
