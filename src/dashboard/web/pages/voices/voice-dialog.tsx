import { Link } from 'wouter'
import type { VoiceDetails } from '../../../../voices/voice-details.ts'
import { addressOf } from '../../addresses.ts'
import { useOrganization } from '../../session.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatTime } from '../../ui/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { sampleOf, useVoice } from './data.ts'
import { DeleteVoice } from './delete-voice.tsx'
import { PlayButton } from './play-button.tsx'
import { Profile } from './profile.tsx'
import { languageName } from './voice-names.ts'

/** All that is known of a voice, and what can be done with it. */
export default function VoiceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const organization = useOrganization()
  const { data: voice, error, refetch } = useVoice(organization.id, id)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      wide
      title={voice?.name ?? 'Voice'}
      description={voice?.description || undefined}
    >
      {!voice && (error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton />)}
      {voice && (
        <>
          <div className="row">
            <PlayButton
              sound={id}
              name={voice.name}
              source={sampleOf(organization.id, id)}
              text="Play a sample"
            />
            <Link className="button" href={`${addressOf('playground', organization.id)}?voice=${id}`}>
              Use in the playground
            </Link>
            <CopyButton text={id} label="Copy id" />
            {voice.is_owner && organization.role !== 'member' && (
              <DeleteVoice organization={organization.id} voice={voice} onDeleted={onClose} />
            )}
          </div>
          <Facts voice={voice} />
          {voice.profile && <Profile profile={voice.profile} />}
        </>
      )}
    </Dialog>
  )
}

function Facts({ voice }: { voice: VoiceDetails }) {
  const { consent } = voice
  return (
    <dl className="voice-facts">
      <dt>Kind</dt>
      <dd>
        <Badge tone={voice.is_owner ? 'accent' : 'plain'}>{voice.is_owner ? 'Clone' : 'Shared'}</Badge>
      </dd>
      <dt>Language</dt>
      <dd>{languageName(voice.language)}</dd>
      <dt>Model</dt>
      <dd>{voice.model_id}</dd>
      <dt>Id</dt>
      <dd>
        <code>{voice.id}</code>
      </dd>
      {voice.is_owner && (
        <>
          <dt>Cloned</dt>
          <dd>{formatTime(voice.created_at)}</dd>
          <dt>Consent</dt>
          <dd>
            {consent === null ? (
              'None was recorded: the voice was cloned with an API key.'
            ) : (
              <>
                {consent.speaker}, recorded by {consent.recorded_by} on {formatTime(consent.recorded_at)}:{' '}
                <q>{consent.statement}</q>
              </>
            )}
          </dd>
        </>
      )}
    </dl>
  )
}
