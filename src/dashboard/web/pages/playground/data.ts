import { useQuery } from '@tanstack/react-query'
import { api, unwrap } from '../../api.ts'
import { useOrganization } from '../../session.tsx'

/** The first voices with something in their names. */
export function useVoices(search: string) {
  const { id } = useOrganization()
  return useQuery({
    queryKey: ['playground', 'voices', id, search],
    queryFn: async () => {
      const query = { search: search || undefined }
      return (await unwrap(api.management.organizations({ organization: id }).voices.get({ query }))).data
    },
    placeholderData: (before) => before,
  })
}

/** The voice with an id. */
export function useVoice(voice: string | null) {
  const { id } = useOrganization()
  return useQuery({
    queryKey: ['playground', 'voice', id, voice],
    queryFn: () => unwrap(api.management.organizations({ organization: id }).voices({ voice: voice! }).get()),
    enabled: voice !== null,
  })
}
