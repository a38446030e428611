import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { VoicesPage } from '../../../../voices/voice-list.ts'
import { api, load, queries, unwrap } from '../../api.ts'
import { PAGED } from '../../paged.ts'

/** Which voices are shown; an empty text stands for all. */
export interface Filter {
  readonly search: string
  readonly language: string
  readonly kind: '' | 'own' | 'shared'
  readonly model: string
}

const PAGE = '100'

function routesOf(organization: string) {
  return api.management.organizations({ organization })
}

/** The voices of an organization, page by page. */
export function useVoices(organization: string, filter: Filter) {
  return useInfiniteQuery({
    queryKey: ['voices', organization, filter],
    queryFn: ({ pageParam }) =>
      unwrap(
        routesOf(organization).voices.get({ query: { ...filter, limit: PAGE, starting_after: pageParam } }),
      ),
    ...PAGED,
    // All pages would be asked for again, one after the other.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
}

/** A voice with its profile and consent. */
export function useVoice(organization: string, voice: string) {
  return useQuery({
    queryKey: ['voice', organization, voice],
    queryFn: () => unwrap(routesOf(organization).voices({ voice }).get()),
  })
}

/** @throws ApiError */
export async function deleteVoice(organization: string, voice: string): Promise<void> {
  await unwrap(routesOf(organization).voices({ voice }).delete())
  queries.setQueriesData<InfiniteData<VoicesPage>>({ queryKey: ['voices', organization] }, (known) => {
    const pages = known?.pages.map((page) => ({ ...page, data: page.data.filter(({ id }) => id !== voice) }))
    return pages && { ...known!, pages }
  })
  // They would go on offering the voice.
  for (const queryKey of [['playground'], ['first-voice', organization]]) queries.removeQueries({ queryKey })
}

/** There is a new voice, which comes first. */
export function renewVoices(organization: string): Promise<void> {
  return queries.resetQueries({ queryKey: ['voices', organization] })
}

/** A sentence that a voice says. It costs nothing. */
export function sampleOf(organization: string, voice: string): () => Promise<Blob> {
  return () => load(`/management/organizations/${organization}/voices/${voice}/sample`)
}
