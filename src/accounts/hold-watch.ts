import type { Bound } from './refusal-watch.ts'

/** Is notified of what becomes of a turn's hold. It must be quick: the audio waits for it. */
export interface HoldWatch {
  /** The turn has a slot and is being spoken. */
  taken(): void
  /** Everything so far has been spoken. */
  rested(): void
  /** Credits were captured. */
  captured(credits: number): void
  refused(bound: Bound): void
}
