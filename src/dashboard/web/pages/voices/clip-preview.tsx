import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatDuration } from '../../ui/format.ts'
import { type Clip, doubtOf } from './clip.ts'
import { PlayButton } from './play-button.tsx'
import { player } from './player.ts'
import { Waveform } from './waveform.tsx'

/** A recording before it is sent: to be seen, heard, and made again. */
export function ClipPreview({ clip, onDiscard }: { clip: Clip; onDiscard: () => void }) {
  const { file, fileName, sound } = clip
  const doubt = doubtOf(clip)
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), []) // the button that ended the recording is gone
  const discard = () => {
    player.stop()
    onDiscard()
  }
  return (
    <section ref={section} className="clip" tabIndex={-1} aria-label="The recording">
      {sound && <Waveform sound={sound} />}
      <div className="row">
        {sound && <PlayButton sound="clip" name="the recording" source={async () => file} text="Play" />}
        <Button onClick={discard}>Use another</Button>
        <span className="quiet">
          {fileName}
          {sound && `, ${formatDuration(sound.duration)}`}
        </span>
      </div>
      {doubt !== undefined && (
        <p className="clip-doubt" role="status">
          {doubt}
        </p>
      )}
    </section>
  )
}
