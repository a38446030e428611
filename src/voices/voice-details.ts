import { type Static, Type } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import type { Profile } from '../speech/cloning/measure.ts'
import { withTimeout } from '../storage/database.ts'
import { type Consent, voices } from '../storage/schema.ts'
import { CONSENT_STATEMENT } from './consent-statement.ts'
import { PROFILE, shownProfile } from './profile.ts'
import { getVoice, VOICE, type VoiceServices } from './voices.ts'

const CONSENT = Type.Object(
  {
    speaker: Type.String({ description: 'Who speaks in the recording.', examples: ['Ann Smith'] }),
    statement: Type.String({ description: 'What was agreed to.', examples: [CONSENT_STATEMENT.text] }),
    recorded_by: Type.String({
      description: 'Who recorded it: an e-mail address, or the name of a management key.',
      examples: ['owner@example.com'],
    }),
    recorded_at: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
)

/** A voice with what is known of it. */
export const VOICE_DETAILS = Type.Object(
  {
    ...VOICE.properties,
    profile: Type.Union([PROFILE, Type.Null()], {
      description: 'What was measured on the recording; null: a shared voice, or a clone of another model.',
    }),
    consent: Type.Union([CONSENT, Type.Null()], {
      description: "The speaker's consent; null: a shared voice, or none was recorded.",
    }),
  },
  { additionalProperties: false },
)

export type VoiceDetails = Static<typeof VOICE_DETAILS>

/**
 * A voice with its profile and consent, as an organization sees it; undefined for an id that is unknown or another
 * organization's.
 *
 * @throws DatabaseUnavailable
 */
export async function voiceDetails(
  services: VoiceServices,
  organizationId: string,
  id: string,
): Promise<VoiceDetails | undefined> {
  const voice = await getVoice(services, organizationId, id)
  if (voice === undefined) return undefined
  const [row] = await withTimeout(
    services.db
      .select({ profile: voices.profile, consent: voices.consent })
      .from(voices)
      .where(eq(voices.id, voice.id)),
    organizationId,
  )
  const profile = (row?.profile ?? null) as Profile | null
  const consent = row?.consent ?? null
  return { ...voice, profile: profile && shownProfile(profile), consent: consent && shownConsent(consent) }
}

function shownConsent({ speaker, statement, recordedBy, recordedAt }: Consent): Static<typeof CONSENT> {
  return { speaker, statement, recorded_by: recordedBy, recorded_at: recordedAt }
}
