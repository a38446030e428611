import { useMemo } from 'react'
import { peaksOf } from './clip.ts'

const BARS = 160
const HEIGHT = 64

/** A picture of a sound, from its start at the left to its end. */
export function Waveform({ sound, played = 0 }: { sound: AudioBuffer; played?: number }) {
  const bars = useMemo(() => {
    const peaks = peaksOf(sound, BARS)
    const top = Math.max(0.05, ...peaks)
    return peaks.map((peak) => Math.max(1, (peak / top) * HEIGHT))
  }, [sound])
  const end = Math.round(played * BARS)
  return (
    <svg
      className="waveform"
      viewBox={`0 0 ${BARS * 4} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="waveform-played" d={pathOf(bars, 0, end)} />
      <path d={pathOf(bars, end, BARS)} />
    </svg>
  )
}

function pathOf(bars: readonly number[], from: number, to: number): string {
  return bars
    .slice(from, to)
    .map((height, at) => `M${(from + at) * 4 + 2} ${(HEIGHT - height) / 2}v${height}`)
    .join('')
}
