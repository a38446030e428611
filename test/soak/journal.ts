import { Player } from '../bench/agents/player.ts'

/** What clients have seen since the last reading. */
export interface Reading {
  /** Turns that were spoken to their end, that their client cancelled, and what broken clients did. */
  readonly spoken: number
  readonly cancelled: number
  readonly broken: number
  /** How often turns were refused before their first audio, and failed after it or without a word, by what was said. */
  readonly refused: Readonly<Record<string, number>>
  readonly failed: Readonly<Record<string, number>>
  readonly chunks: number
  /** Delays of chunks that came too late (milliseconds). */
  readonly late: readonly number[]
  /** From the text, or the token that completes the first clause, to the first audio (milliseconds). */
  readonly firstAudio: readonly number[]
}

/** How a turn ended: as it should, by its client, or by what went wrong. */
export type Ending = 'spoken' | 'cancelled' | { readonly refused: string } | { readonly failed: string }

/** Collects what clients see. */
export class Journal {
  #reading = emptyReading()

  /** What was seen since the last call. */
  read(): Reading {
    const reading = this.#reading
    this.#reading = emptyReading()
    return reading
  }

  ended(ending: Ending): void {
    if (typeof ending === 'string') this.#reading[ending]++
    else if ('refused' in ending) count(this.#reading.refused, ending.refused)
    else count(this.#reading.failed, ending.failed)
  }

  misbehaved(): void {
    this.#reading.broken++
  }

  heardFirst(took: number): void {
    this.#reading.firstAudio.push(took)
  }

  heard(delay: number): void {
    this.#reading.chunks++
    if (delay > 0) this.#reading.late.push(delay)
  }
}

/** One turn as its listener hears it: played in real time from the first chunk on. */
export class Listening {
  readonly #journal: Journal
  readonly #bytesPerSecond: number
  readonly #player = new Player()
  /** When the text was sent that can be spoken first. */
  asked = performance.now()

  constructor(journal: Journal, bytesPerSecond: number) {
    this.#journal = journal
    this.#bytesPerSecond = bytesPerSecond
  }

  /** When all audio so far has been played. Undefined before the first. */
  get end(): number | undefined {
    return this.#player.end
  }

  take(bytes: number): void {
    const now = performance.now()
    if (this.end === undefined) this.#journal.heardFirst(now - this.asked)
    this.#journal.heard(this.#player.take(bytes / this.#bytesPerSecond, now))
  }
}

function emptyReading() {
  return {
    spoken: 0,
    cancelled: 0,
    broken: 0,
    refused: {} as Record<string, number>,
    failed: {} as Record<string, number>,
    chunks: 0,
    late: [] as number[],
    firstAudio: [] as number[],
  }
}

function count(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1
}
