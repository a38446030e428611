import { Upload } from 'lucide-react'
import { useState } from 'react'
import { type Clip, clipOf } from './clip.ts'

/** Takes a file that is chosen, or dropped here. */
export function FileDrop({ onClip }: { onClip: (clip: Clip) => void }) {
  const [isOver, setOver] = useState(false)
  const take = async (file: File | undefined) => {
    if (file !== undefined) onClip(await clipOf(file, file.name))
  }
  return (
    <label
      className="file-drop"
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void take(event.dataTransfer.files[0])
      }}
    >
      <Upload aria-hidden="true" />
      <span>
        <strong>Choose a recording</strong> or drop it here
      </span>
      <span className="quiet">
        WAV, MP3, FLAC, OGG, M4A or WebM, up to 20 MB: one person, 10 to 30 seconds, no music
      </span>
      <input
        className="visually-hidden"
        type="file"
        accept="audio/*,video/webm,video/mp4,.m4a,.opus,.flac"
        onChange={(event) => take(event.target.files?.[0])}
      />
    </label>
  )
}
