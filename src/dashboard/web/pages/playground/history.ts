import type { Utterance } from './utterance.ts'

/** Most entries, and most bytes of audio in all. The oldest go first. */
const LIMITS = { entries: 50, bytes: 64e6 }

/** What a session has spoken, the newest first, as much as is kept. */
export function remembered(history: readonly Utterance[], limits = LIMITS): Utterance[] {
  let bytes = 0
  return history.filter(({ size }, at) => {
    bytes += size
    return at === 0 || (at < limits.entries && bytes <= limits.bytes)
  })
}
