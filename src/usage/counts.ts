import type { Caller } from '../accounts/authorize.ts'
import type { LimitOrBalance } from '../accounts/refusal-watch.ts'
import { bucketOf } from './first-audio.ts'

/** Milliseconds of a minute, in which usage is counted first. */
export const MINUTE = 60_000
/** Most rows of minutes that are kept. The database must be away for long, or thousands of keys speak. */
const MAX_ROWS = 20_000

/** What is counted of turns, as the columns of the database are. */
export interface Counted {
  readonly turns: number
  readonly characters: number
  readonly audioSeconds: number
  readonly turnSeconds: number
  /** Turns by their time to first audio, in the buckets of `first-audio.ts`. */
  readonly firstAudio: readonly number[]
  readonly errors: Readonly<Record<string, number>>
}

/** Nothing counted yet, in arrays and objects of its own: they may be added to. */
export function nothing(): Growing<Counted> {
  return { turns: 0, characters: 0, audioSeconds: 0, turnSeconds: 0, firstAudio: [], errors: {} }
}

/** What was spoken in a minute with a key, a voice and a model. */
export interface UsageRow extends Counted {
  readonly organizationId: string
  /** When the minute begins (milliseconds since 1970). */
  readonly minute: number
  readonly keyId: string
  readonly voiceId: string
  readonly modelId: string
}

/** The most turns at once in a minute, and what was refused. */
export interface PeakRow {
  readonly organizationId: string
  readonly minute: number
  readonly concurrent: number
  readonly refusals: Readonly<Record<string, number>>
}

/** A row that is being counted. */
type Growing<Row> = {
  -readonly [Name in keyof Row]: Row[Name] extends readonly number[]
    ? number[]
    : Row[Name] extends Readonly<Record<string, number>>
      ? Record<string, number>
      : Row[Name]
}

/** What a turn is counted under. */
export interface UsageKey {
  readonly caller: Caller
  /** The voice's id. Empty: none was found. */
  readonly voiceId: string
  readonly modelId: string
}

/** What has become of a turn. */
export interface EndedTurn {
  readonly characters: number
  readonly audioSeconds: number
  /** Seconds from the turn's start to its first audio. Undefined: it had none. */
  readonly firstAudio: number | undefined
  /** The code of its error. Undefined: it did not fail. */
  readonly error: string | undefined
}

/** What is counted in memory and not in the database yet. Each call costs about a microsecond. */
export class Counts {
  readonly #maxRows: number
  #usage = new Map<string, Growing<UsageRow>>()
  #peaks = new Map<string, Growing<PeakRow>>()
  #dropped = 0

  constructor(maxRows = MAX_ROWS) {
    this.#maxRows = maxRows
  }

  /** Rows that there are. */
  get size(): number {
    return this.#usage.size + this.#peaks.size
  }

  /** Entries that were not counted since the start, because there were too many rows. */
  get dropped(): number {
    return this.#dropped
  }

  /** @param at milliseconds since 1970 */
  ended(key: UsageKey, { characters, audioSeconds, firstAudio, error }: EndedTurn, at: number): void {
    const row = this.#usageRow(key, at)
    if (row === undefined) return
    row.turns++
    row.characters += characters
    row.audioSeconds += audioSeconds
    if (firstAudio !== undefined) increment(row.firstAudio, bucketOf(firstAudio))
    if (error !== undefined) row.errors[error] = (row.errors[error] ?? 0) + 1
  }

  /** A turn was being spoken. Each minute gets its part. */
  spoke(key: UsageKey, from: number, to: number): void {
    for (let begin = from; begin < to; ) {
      const end = Math.min(to, minuteOf(begin) + MINUTE)
      const row = this.#usageRow(key, begin)
      if (row !== undefined) row.turnSeconds += (end - begin) / 1000
      begin = end
    }
  }

  /** A request was refused before there was a turn. */
  failed(caller: Caller, error: string, at: number): void {
    const row = this.#usageRow({ caller, voiceId: '', modelId: '' }, at)
    if (row !== undefined) row.errors[error] = (row.errors[error] ?? 0) + 1
  }

  concurrent(organizationId: string, turns: number, at: number): void {
    const row = this.#peakRow(organizationId, at)
    if (row !== undefined && row.concurrent < turns) row.concurrent = turns
  }

  refused(organizationId: string, bound: LimitOrBalance, at: number): void {
    const row = this.#peakRow(organizationId, at)
    if (row !== undefined) row.refusals[bound] = (row.refusals[bound] ?? 0) + 1
  }

  /** Takes some of the rows out, the oldest first. */
  take(most: number): { readonly usage: readonly UsageRow[]; readonly peaks: readonly PeakRow[] } {
    const usage = taken(this.#usage, most)
    return { usage, peaks: taken(this.#peaks, most - usage.length) }
  }

  #usageRow({ caller, voiceId, modelId }: UsageKey, at: number): Growing<UsageRow> | undefined {
    const { organizationId, keyId } = caller
    const minute = minuteOf(at)
    const name = `${minute} ${keyId} ${voiceId} ${modelId}`
    const found = this.#usage.get(name)
    if (found !== undefined || !this.#hasRoom()) return found
    const row = { organizationId, minute, keyId, voiceId, modelId, ...nothing() }
    this.#usage.set(name, row)
    return row
  }

  #peakRow(organizationId: string, at: number): Growing<PeakRow> | undefined {
    const minute = minuteOf(at)
    const name = `${minute} ${organizationId}`
    const found = this.#peaks.get(name)
    if (found !== undefined || !this.#hasRoom()) return found
    const row = { organizationId, minute, concurrent: 0, refusals: {} }
    this.#peaks.set(name, row)
    return row
  }

  /** Counts what is dropped for want of room. */
  #hasRoom(): boolean {
    if (this.size < this.#maxRows) return true
    this.#dropped++
    return false
  }
}

function minuteOf(at: number): number {
  return Math.floor(at / MINUTE) * MINUTE
}

function increment(counts: number[], index: number): void {
  while (counts.length <= index) counts.push(0)
  counts[index]!++
}

function taken<Row>(rows: Map<string, Row>, most: number): Row[] {
  const some = [...rows].slice(0, Math.max(0, most))
  for (const [name] of some) rows.delete(name)
  return some.map(([, row]) => row)
}
