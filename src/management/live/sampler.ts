import { hostname } from 'node:os'
import type { Registry } from 'prom-client'
import { version } from '../../../package.json'
import type { Model } from '../../engines/shared/model.ts'
import type { Refusal } from '../../http/recent-refusals.ts'
import type { OpenSockets } from '../../http/sockets/open-sockets.ts'
import { countOf, type DurationCounts, durationsSince, quantile } from '../../telemetry/durations.ts'
import type { TurnState } from '../../tts/running-turns.ts'
import type { TurnServices } from '../../tts/turn.ts'
import { type Counters, readCounters } from './counters.ts'
import { OrganizationNames } from './organization-names.ts'
import { SharedFigures } from './shared-figures.ts'
import type { LiveRefusal, LiveTurn, Snapshot } from './snapshot.ts'

/** Most turns in a snapshot. */
const MOST_TURNS = 200
/** How far back counters are kept (milliseconds). */
const WINDOW = 60_000

/** What is sampled. */
export interface Watched {
  readonly turns: TurnServices
  readonly registry: Registry
  readonly sockets: OpenSockets
}

/** Takes snapshots, one after the other. What they say of the last minute begins with the first of them. */
export class Sampler {
  readonly #watched: Watched
  readonly #names: OrganizationNames
  readonly #figures: SharedFigures
  /** The oldest first. */
  readonly #counters: Counters[] = []

  constructor(watched: Watched) {
    this.#watched = watched
    this.#names = new OrganizationNames(watched.turns.db)
    this.#figures = new SharedFigures(watched.turns.db)
  }

  /** @param requests HTTP requests in progress */
  async take(requests: number): Promise<Snapshot> {
    const { turns: services, registry, sockets } = this.#watched
    const now = await readCounters(registry, services)
    const minute = this.#counters[0] ?? now
    const second = this.#counters.at(-1) ?? now
    this.#counters.push(now)
    while (now.at - this.#counters[0]!.at > WINDOW) this.#counters.shift()
    const { processId, models, running, settlements, refusals } = services
    const { processes, turnsToday } = this.#figures.latest
    const list = running.states(MOST_TURNS)
    const firstAudio = durationsSince(now.firstAudio, minute.firstAudio)
    const lag = durationsSince(now.lag, second.lag)
    const statements = durationsSince(now.statements, second.statements)
    const { rss, heapUsed } = process.memoryUsage()
    const snapshot: Snapshot = {
      at: new Date().toISOString(),
      process: {
        id: processId,
        host: hostname(),
        version,
        uptime_seconds: Math.round(process.uptime()),
        of: processes,
      },
      watched_seconds: Math.round((now.at - minute.at) / 1000),
      turns: {
        running: running.count,
        list: list.map((turn) => this.#turn(turn)),
        more: running.count - list.length,
        last_minute: now.turns - minute.turns,
        failed_last_minute: now.failedTurns - minute.failedTurns,
        today: turnsToday,
      },
      first_audio: { p50_ms: percentile(firstAudio, 0.5), p95_ms: percentile(firstAudio, 0.95) },
      late_chunks: now.lateChunks - minute.lateChunks,
      event_loop: {
        lag_ms: mean(lag) ?? 0,
        p99_ms: percentile(durationsSince(now.lag, minute.lag), 0.99),
      },
      models: models.all.map((model) => modelState(model, now, second)),
      memory: { rss_bytes: rss, heap_bytes: heapUsed },
      sockets: sockets.size,
      requests,
      database: {
        statements: countOf(statements),
        mean_ms: mean(statements),
        p95_ms: percentile(durationsSince(now.statements, minute.statements), 0.95),
      },
      settlements: settlements.length,
      refusals: {
        last_minute: increases(now.refusals, minute.refusals),
        list: refusals.last.map((refusal) => this.#refusal(refusal)),
      },
    }
    void this.#names.lookUp()
    void this.#figures.refresh()
    return snapshot
  }

  #turn({ id, organizationId, voice, model, transport, phase, ...turn }: TurnState): LiveTurn {
    return {
      id,
      organization: this.#organization(organizationId),
      voice: voice ?? null,
      model,
      transport,
      state: phase,
      seconds: rounded(turn.seconds),
      made_seconds: rounded(turn.made),
      sent_seconds: rounded(turn.sent),
      first_audio_ms: inMilliseconds(turn.firstAudio),
      late_chunks: turn.late,
    }
  }

  #refusal({ number, at, code, where, organizationId }: Refusal): LiveRefusal {
    const organization = organizationId === undefined ? null : this.#organization(organizationId)
    return { number, at: new Date(at).toISOString(), code, where, organization }
  }

  #organization(id: string) {
    return { id, name: this.#names.of(id) }
  }
}

function modelState(model: Model, now: Counters, earlier: Counters) {
  const { id, capacity } = model
  const state = model.workers?.()
  return {
    id,
    health: model.health(),
    turns: capacity.taken,
    capacity: Number.isFinite(capacity.limit) ? capacity.limit : null,
    workers:
      state === undefined
        ? null
        : {
            size: state.size,
            ready: state.ready,
            busy: busyWorkers(id, now, earlier),
            waiting: state.waiting,
            due_ms: Number.isFinite(state.deadline) ? Math.round(state.deadline - now.at) : null,
          },
  }
}

/** How many workers of a model were at work between two moments, on average. */
function busyWorkers(model: string, now: Counters, earlier: Counters): number {
  const seconds = (now.at - earlier.at) / 1000
  return seconds > 0 ? rounded((now.busy.get(model)! - earlier.busy.get(model)!) / seconds) : 0
}

/** The counts that have grown, and by how much. */
function increases<Key extends string>(now: ReadonlyMap<Key, number>, earlier: ReadonlyMap<Key, number>) {
  const grown = Array.from(now, ([key, count]) => [key, count - (earlier.get(key) ?? 0)] as const)
  return Object.fromEntries(grown.filter(([, by]) => by > 0))
}

/** The mean of durations, in milliseconds. Null: there are none. */
function mean(durations: DurationCounts): number | null {
  const count = countOf(durations)
  return count === 0 ? null : rounded((durations.sum / count) * 1000)
}

/** A quantile of durations, in milliseconds. Null: there are none. */
function percentile(durations: DurationCounts, part: number): number | null {
  return inMilliseconds(quantile(durations, part))
}

function inMilliseconds(seconds: number | undefined): number | null {
  return seconds === undefined ? null : rounded(seconds * 1000)
}

/** To hundredths. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
