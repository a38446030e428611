import { useState } from 'react'
import { Link } from 'wouter'
import type { VoiceDetails } from '../../../../voices/voice-details.ts'
import { addressOf } from '../../addresses.ts'
import { useOrganization } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import type { Clip } from './clip.ts'
import { CloneForm } from './clone-form.tsx'
import { Compare } from './compare.tsx'
import { sampleOf } from './data.ts'
import { PlayButton } from './play-button.tsx'
import { player } from './player.ts'
import { Profile } from './profile.tsx'

interface Made {
  readonly voice: VoiceDetails
  readonly clip: Clip
}

/** Makes a voice of a recording. What was recorded and written stays while the dialog is closed, until it was sent. */
export default function CloneDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [made, setMade] = useState<Made>()
  const [drafts, setDrafts] = useState(0)
  const close = () => {
    player.stop()
    onClose()
    if (made === undefined) return
    setMade(undefined)
    setDrafts(drafts + 1)
  }
  return made === undefined ? (
    <CloneForm key={drafts} open={open} onClose={close} onMade={(voice, clip) => setMade({ voice, clip })} />
  ) : (
    <Dialog
      open={open}
      onOpenChange={close}
      wide
      title={`${made.voice.name} is ready`}
      description="This was measured in the recording, which has not been kept."
    >
      <NewVoice {...made} />
      <DialogActions>
        <Button kind="primary" onClick={close}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function NewVoice({ voice, clip }: Made) {
  const { id: organization } = useOrganization()
  return (
    <>
      <div className="row">
        <PlayButton
          sound={voice.id}
          name={voice.name}
          source={sampleOf(organization, voice.id)}
          text="Play a sample"
        />
        <Link className="button" href={`${addressOf('playground', organization)}?voice=${voice.id}`}>
          Use in the playground
        </Link>
      </div>
      <Compare clip={clip} voice={voice} />
      {voice.profile && <Profile profile={voice.profile} />}
    </>
  )
}
