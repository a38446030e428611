import type { LimitOrBalance } from './refusal-watch.ts'

/** Is notified of what becomes of a turn's hold. It must be quick: the audio waits for it. */
export interface HoldWatch {
  /** The turn has taken a slot, and is being spoken. */
  slotTaken(): void
  /** The turn has released its slot: nothing of it is being spoken now. */
  slotReleased(): void
  /** Credits were captured. */
  captured(credits: number): void
  refused(bound: LimitOrBalance): void
}
