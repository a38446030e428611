import { SAMPLE_RATE } from '../audio/sample-rate.ts'
import type { Pause, Token } from '../languages/shared/text/token.ts'

/** Long enough to make the step into silence inaudible, short against every phone: 5 ms. */
const FADE = Math.round(0.005 * SAMPLE_RATE)

/**
 * Silence added after a segment, in seconds, by the mark it ends with. The model's own silence at the ends of two
 * segments, about 0.14 s, comes on top.
 */
const PAUSES: Readonly<Record<Pause, number>> = {
  ',': 0.03,
  ';': 0.1,
  ':': 0.1,
  '.': 0.2,
  '?': 0.2,
  '!': 0.2,
}

/** Lets the samples rise from silence, in place. */
export function fadeIn(pcm: Float32Array): void {
  const length = Math.min(FADE, pcm.length)
  for (let i = 0; i < length; i++) pcm[i]! *= raisedCosine(i / length)
}

/** Lets the samples sink into silence, in place. */
export function fadeOut(pcm: Float32Array): void {
  const length = Math.min(FADE, pcm.length)
  for (let i = 0; i < length; i++) pcm[pcm.length - 1 - i]! *= raisedCosine(i / length)
}

/** The silence, in samples at 22050 Hz, between a segment and the next. */
export function pauseAfter(tokens: readonly Token[]): Float32Array {
  const mark = tokens.at(-1)
  const seconds = typeof mark === 'string' ? PAUSES[mark] : 0
  return new Float32Array(Math.round(seconds * SAMPLE_RATE))
}

function raisedCosine(x: number): number {
  return (1 - Math.cos(Math.PI * x)) / 2
}
