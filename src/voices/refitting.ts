import { setTimeout as wait } from 'node:timers/promises'
import type { FittedSpeaker, Fitter } from '../speech/cloning/cloner.ts'
import type { Database } from '../storage/database.ts'
import type { Log } from '../telemetry/log.ts'
import {
  claimOutdated,
  keepRefitted,
  type OutdatedClone,
  outdatedClones,
  releaseOutdated,
} from './outdated-clones.ts'

/** Time between two rounds: for other processes to finish their claims, or the database to come back (milliseconds). */
const PAUSE = 10_000
/** Clones between two lines of progress in the log: about one a minute. */
const PROGRESS = 20

/**
 * Fits clones of another model to the current one: once after the start, one after the other, each from its profile. Any
 * number of processes share the work.
 */
export class Refitting {
  readonly #db: Database
  readonly #processId: string
  readonly #model: string
  readonly #fit: Fitter
  readonly #log: Log
  readonly #pause: number
  readonly #stopping = new AbortController()
  /** Clones that this process has tried, with or without success: none is tried twice. */
  readonly #tried = new Set<string>()
  #fitted = 0
  #failed = 0
  #ended = Promise.resolve()

  /** @param model fingerprint of the model that this process speaks with */
  constructor(db: Database, processId: string, model: string, fit: Fitter, log: Log, pause = PAUSE) {
    this.#db = db
    this.#processId = processId
    this.#model = model
    this.#fit = fit
    this.#log = log
    this.#pause = pause
  }

  /** Resolves when no clone is left that this process could fit, or the server is stopping. */
  run(): Promise<void> {
    this.#ended = this.#fitAll()
    return this.#ended
  }

  /** The server is stopping: the clones that are left keep their speakers, and are fitted after the next start. */
  leave(): void {
    this.#stopping.abort()
  }

  /** Resolves when nothing is being fitted. */
  ended(): Promise<void> {
    return this.#ended
  }

  async #fitAll(): Promise<void> {
    const { signal } = this.#stopping
    let isAnnounced = false
    while (!signal.aborted) {
      try {
        const left = (await outdatedClones(this.#db, this.#model)).filter((id) => !this.#tried.has(id))
        if (left.length === 0) break
        if (!isAnnounced) this.#log.info({ voices: left.length }, 'cloned voices are fitted to the new model')
        isAnnounced = true
        if ((await this.#round(left)) > 0) continue
      } catch (cause) {
        this.#log.warn({ err: cause }, 'cloned voices cannot be fitted to the new model yet')
      }
      await wait(this.#pause, undefined, { signal }).catch(() => {})
    }
    if (isAnnounced && !signal.aborted) this.#report('no cloned voice is left to be fitted to the new model')
  }

  /** Tries the clones that no other process has claimed; returns how many these were. */
  async #round(ids: readonly string[]): Promise<number> {
    const { signal } = this.#stopping
    let claimed = 0
    for (const id of ids) {
      if (signal.aborted) break
      const clone = await claimOutdated(this.#db, id, this.#model, this.#processId)
      if (clone === undefined) continue
      claimed++
      await this.#refit(clone)
      if (this.#tried.size % PROGRESS === 0 && !signal.aborted)
        this.#report('cloned voices are being fitted to the new model')
    }
    return claimed
  }

  async #refit(clone: OutdatedClone): Promise<void> {
    const fitted = await this.#attempt(clone)
    if (fitted === undefined) return releaseOutdated(this.#db, clone.id, this.#processId)
    if (await keepRefitted(this.#db, clone, fitted)) this.#fitted++
    this.#tried.add(clone.id)
  }

  /** The newly fitted speaker of a clone; undefined if this process cannot make one. */
  async #attempt({ id, profile }: OutdatedClone): Promise<FittedSpeaker | undefined> {
    const { signal } = this.#stopping
    try {
      const fitted = await this.#fit(profile, signal)
      if (fitted.model === this.#model) return fitted
      this.#log.warn(
        'the files of the model have changed: cloned voices are fitted to it after the next start',
      )
      this.leave()
    } catch (error) {
      if (signal.aborted) return undefined
      this.#failed++
      this.#tried.add(id)
      this.#log.error(
        { err: error, reason: (error as Error).cause, voice: id },
        'a cloned voice could not be fitted to the new model: it keeps its speaker',
      )
    }
    return undefined
  }

  #report(message: string): void {
    this.#log.info({ fitted: this.#fitted, failed: this.#failed }, message)
  }
}
