import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, unwrap } from '../../api.ts'
import { type Period, queryOf, type Selection } from './selection.ts'

/** How often usage is asked for (milliseconds). In longer periods it changes less. */
const REFRESH: Readonly<Record<Period, number>> = { minute: 10_000, hour: 30_000, day: 60_000 }

/** What was spoken, period by period. */
export function useSeries(organization: string, selection: Selection) {
  return useQuery({
    queryKey: ['usage', organization, selection],
    queryFn: () => unwrap(usageOf(organization).get({ query: queryOf(selection) })),
    ...refreshed(selection),
  })
}

/** What was spoken, by project, key, voice and model together. */
export function useGroups(organization: string, selection: Selection, enabled = true) {
  return useQuery({
    queryKey: ['usage', organization, 'groups', selection],
    queryFn: () => unwrap(usageOf(organization).groups.get({ query: queryOf(selection) })),
    enabled,
    ...refreshed(selection),
  })
}

function usageOf(organization: string) {
  return api.management.organizations({ organization }).usage
}

function refreshed({ period }: Selection) {
  return { refetchInterval: REFRESH[period], placeholderData: keepPreviousData }
}
