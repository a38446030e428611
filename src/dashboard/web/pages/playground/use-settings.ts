import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import type { ModelList } from '../../../../management/voices/voice-routes.ts'
import type { Voice } from '../../../../voices/voices.ts'
import { useOrganization, useSession } from '../../session.tsx'
import type { SpeechSettings } from '../../speech/request.ts'
import { useModels } from '../../voices.ts'
import type { Choices } from './choices.ts'
import { useVoice, useVoices } from './data.ts'
import { keep, keptOf } from './kept.ts'

export type Model = ModelList['data'][number]

const FIRST: Choices = {
  text: 'Good morning! Dr. Smith can see you at 5:30 on March 3rd. It costs $42.50.',
  language: undefined,
  speed: 1,
  transport: 'websocket',
  container: 'raw',
  encoding: 'pcm_s16le',
  sampleRate: 22_050,
}

/** What is to be spoken, as it is chosen on the page. */
export interface Chosen {
  readonly choices: Choices
  readonly change: (changes: Partial<Choices>) => void
  readonly voice: Voice | undefined
  readonly setVoice: (voice: Voice) => void
  /** The model of the voice. */
  readonly model: Model | undefined
  /** The request with a voice. */
  readonly settingsFor: (voice: Voice) => SpeechSettings
}

/**
 * Keeps what is chosen, also for the next visit. Until a voice is, that of the address (`?voice=id`) speaks, else that of the
 * last visit, else the first one of the organization.
 */
export function useSettings(): Chosen {
  const { person } = useSession()
  const { id: organization } = useOrganization()
  const [kept] = useState(() => keptOf(person.id, organization))
  const [choices, setChoices] = useState<Choices>({ ...FIRST, ...kept })
  const [chosen, setVoice] = useState<Voice>()
  const { data: voices } = useVoices('')
  const { data: models } = useModels(organization)
  const linked = useVoice(new URLSearchParams(useSearch()).get('voice') ?? kept.voice ?? null)
  const voice = chosen ?? linked.data ?? (linked.isLoading ? undefined : voices?.[0])
  const voiceId = voice?.id ?? kept.voice
  useEffect(
    () => keep(person.id, organization, { ...choices, voice: voiceId }),
    [person.id, organization, choices, voiceId],
  )
  const modelOf = ({ model_id }: Voice) => models?.find(({ id }) => id === model_id)
  return {
    choices,
    change: (changes) => setChoices((before) => ({ ...before, ...changes })),
    voice,
    setVoice,
    model: voice && modelOf(voice),
    settingsFor: (by) => {
      const { text, language, speed, transport, container, encoding, sampleRate } = choices
      return {
        text,
        model: by.model_id,
        voice: by.id,
        language,
        speed: modelOf(by)?.speed === false ? 1 : speed,
        transport,
        container,
        format: { encoding, sampleRate },
      }
    },
  }
}
