import { useQuery } from '@tanstack/react-query'
import { api, unwrap } from './api.ts'

/** The models of an organization, the main one first. */
export function useModels(organization: string) {
  return useQuery({
    queryKey: ['models', organization],
    queryFn: async () => (await unwrap(api.management.organizations({ organization }).models.get())).data,
    staleTime: 60_000,
  })
}

/** The voice of an organization that examples speak with: the first one in its list. */
export function useFirstVoice(organization: string) {
  return useQuery({
    queryKey: ['first-voice', organization],
    queryFn: async () => {
      const query = { limit: '1' }
      return (await unwrap(api.management.organizations({ organization }).voices.get({ query }))).data[0]!
    },
  })
}
