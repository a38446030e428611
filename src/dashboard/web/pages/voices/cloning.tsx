import { Progress } from '@base-ui/react/progress'
import { useEffect, useRef, useState } from 'react'
import type { VoiceDetails } from '../../../../voices/voice-details.ts'
import { useOrganization } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import type { Clip } from './clip.ts'
import { type CloneDraft, formOf } from './clone-draft.ts'
import { renewVoices } from './data.ts'
import { player } from './player.ts'
import { upload } from './upload.ts'

/** Sends a recording, and knows which share of it has been sent: undefined while none is. */
export function useCloning(onMade: (voice: VoiceDetails, clip: Clip) => void) {
  const { id: organization } = useOrganization()
  const [sent, setSent] = useState<number>()
  const [error, setError] = useState<unknown>()
  const ending = useRef<AbortController>(undefined)
  const cancel = () => ending.current?.abort()
  useEffect(() => () => ending.current?.abort(), [])
  const send = async (draft: CloneDraft, clip: Clip) => {
    const controller = new AbortController()
    ending.current = controller
    player.stop()
    setError(undefined)
    setSent(0)
    try {
      const path = `/management/organizations/${organization}/voices`
      const voice = await upload<VoiceDetails>(path, formOf(draft, clip), setSent, controller.signal)
      void renewVoices(organization)
      onMade(voice, clip)
    } catch (caught) {
      if (controller.signal.aborted) return
      setError(caught)
    } finally {
      setSent(undefined)
    }
  }
  return { sent, error, send, cancel }
}

/** Shows how far the cloning of a voice is. */
export function CloningProgress({ sent, onCancel }: { sent: number; onCancel: () => void }) {
  const isSent = sent >= 1
  return (
    <div className="stack">
      <Progress.Root value={isSent ? null : Math.round(sent * 100)} className="sending">
        <Progress.Label>{isSent ? 'Measuring the voice …' : 'Sending the recording …'}</Progress.Label>
        <Progress.Track className="level-track">
          <Progress.Indicator className="level-indicator" />
        </Progress.Track>
      </Progress.Root>
      <p className="quiet">
        It takes some seconds: pitch, formants, spectrum and pace are measured, and the voice is fitted to
        them.
      </p>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
      </DialogActions>
    </div>
  )
}
