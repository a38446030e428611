import { type RefObject, useEffect, useRef } from 'react'
import { useTheme } from '../../theme.ts'
import { formatSeconds } from '../../ui/format.ts'
import { useFrames } from './frames.ts'
import { SoundDrawing } from './sound-drawing.ts'
import type { Studio } from './studio.ts'
import type { Utterance } from './utterance.ts'

/** Characters that are spoken in a second, about: how wide the picture is before its end is known. */
const CHARACTERS_PER_SECOND = 15

/** The waveform and spectrogram of what is spoken, which grow while it arrives, and where it is heard. */
export function SoundView({
  studio,
  utterance,
  isBusy,
}: {
  studio: Studio
  utterance: Utterance
  isBusy: boolean
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const cursor = useRef<HTMLDivElement>(null)
  const drawing = useRef<SoundDrawing>(null)
  const { picture, seconds, status, voice } = utterance
  const draw = () => {
    if (canvas.current === null || cursor.current === null) return
    const width = widthOf(utterance)
    drawing.current ??= new SoundDrawing(canvas.current)
    drawing.current.draw(picture, width)
    const { position } = studio
    cursor.current.hidden = position === undefined
    cursor.current.style.left = `${Math.min(100, ((position ?? 0) / width) * 100)}%`
  }
  useFrames(isBusy, draw)
  useRedrawing(canvas, draw)
  const end = status === 'arriving' ? ' so far' : ''
  return (
    <div className="sound-view">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Waveform and spectrogram of the speech of ${voice.name}, ${formatSeconds(seconds)}${end}`}
      />
      <div ref={cursor} className="sound-cursor" hidden />
    </div>
  )
}

/** Draws again when there is more or less room, and when colours change. */
function useRedrawing(canvas: RefObject<HTMLCanvasElement | null>, draw: () => void): void {
  const [theme] = useTheme()
  const latest = useRef(draw)
  useEffect(() => {
    latest.current = draw
  })
  useEffect(() => {
    const again = () => latest.current()
    const resized = new ResizeObserver(again)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    resized.observe(canvas.current!)
    dark.addEventListener('change', again)
    return () => {
      resized.disconnect()
      dark.removeEventListener('change', again)
    }
  }, [canvas])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => latest.current(), [theme])
}

/** Seconds that the picture stands for. */
function widthOf({ settings, seconds, status }: Utterance): number {
  if (status === 'complete') return Math.max(0.2, seconds)
  return Math.max(1, seconds * 1.02, settings.text.length / CHARACTERS_PER_SECOND / settings.speed)
}
