/** A program: clients of an engine, directly and through Purr. Its argument is the load. */

import { goodRequest, post } from '../../support/request.ts'
import { Player } from '../agents/player.ts'

/** The load that the clients make. */
export interface Load {
  /** `compare`: each client asks the engine and Purr in turn. `stream`: each has Purr speak all the time. */
  readonly kind: 'compare' | 'stream'
  /** The address of the engine, with /v1. */
  readonly engine: string
  /** The addresses of the Purrs that share the clients. */
  readonly purrs: readonly string[]
  readonly key: string
  /** Of Purr: the engine's name for it, and the protocol. */
  readonly model: string
  readonly voice: string
  readonly clients: number
  /** The time for which they are observed. */
  readonly seconds: number
  /** Seconds of speech in a turn. */
  readonly turn: number
}

/** Messages to the parent process: the start and the end of the observation, then its results. */
export type Message = 'begun' | 'ended' | Observation

export interface Observation {
  /** Times to first audio by the way that was taken (milliseconds). */
  readonly firstAudio: Readonly<Record<Way, readonly number[]>>
  readonly chunks: number
  /** The delays of chunks that came too late (milliseconds). */
  readonly late: readonly number[]
  readonly turns: number
}

/** Straight to the engine, through Purr over HTTP, and through Purr over a WebSocket. */
export const WAYS = ['engine', 'http', 'websocket'] as const
export type Way = (typeof WAYS)[number]

/** The time in which the clients begin (milliseconds). */
const RAMP = 3000
const FORMAT = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }
const BYTES_PER_SECOND = 8000
const WORD = 'seventeen '

if (import.meta.main) {
  process.on('disconnect', () => process.exit(0)) // the parent is gone
  await observe(JSON.parse(process.argv[2]!))
}

async function observe(load: Load): Promise<void> {
  const { kind, clients, seconds } = load
  const begun = Promise.withResolvers<void>()
  const observation = { firstAudio: { engine: [], http: [], websocket: [] }, chunks: 0, late: [], turns: 0 }
  const journal: Journal = { ...observation, isOpen: false }
  for (let client = 0; client < clients; client++) {
    void live(load, client, journal, begun.promise).catch((error) => {
      console.error(error)
      process.exit(1)
    })
  }
  begun.resolve()
  await Bun.sleep(clients === 1 ? 500 : RAMP + 1000)
  journal.isOpen = true
  tell('begun')
  await Bun.sleep(seconds * 1000)
  journal.isOpen = false
  tell('ended')
  const { firstAudio, chunks, late, turns } = journal
  tell({ firstAudio, chunks, late, turns })
  process.exitCode = 0
  if (kind === 'stream') await Bun.sleep(100)
}

interface Journal {
  readonly firstAudio: Record<Way, number[]>
  chunks: number
  readonly late: number[]
  turns: number
  /** True during the observation. */
  isOpen: boolean
}

async function live(whole: Load, client: number, journal: Journal, begun: Promise<void>): Promise<never> {
  const load: ClientLoad = { ...whole, purr: whole.purrs[client % whole.purrs.length]! }
  const connection = await Connection.open(load, journal)
  await begun
  await Bun.sleep((RAMP * client) / load.clients)
  const ask: Record<Way, () => Promise<number>> = {
    engine: () => askEngine(load),
    http: () => askPurr(load),
    websocket: () => connection.speak(),
  }
  const ways = load.kind === 'compare' ? WAYS : (['websocket'] as const)
  for (let turn = client; ; turn++) {
    const way = ways[turn % ways.length]!
    const time = await ask[way]()
    if (!journal.isOpen) continue
    journal.firstAudio[way].push(time)
    journal.turns++
  }
}

/** The load of one client, with the address of its Purr. */
type ClientLoad = Load & { readonly purr: string }

/** A sentence of this many seconds, as the engine takes it. */
function textOf({ turn }: ClientLoad): string {
  const words = Math.round((turn * 15) / WORD.length)
  return `${WORD.repeat(words).trim()}.`
}

/** Asks the engine itself. Returns the time to its first audio, after all has come. */
function askEngine(load: ClientLoad): Promise<number> {
  const model = load.model.replace(/-\w+$/, '')
  const body = { model, voice: load.voice, input: textOf(load), response_format: 'pcm' }
  return firstOf(() => post(`${load.engine}/audio/speech`, 'none', body))
}

function askPurr(load: ClientLoad): Promise<number> {
  return firstOf(() => post(`${load.purr}/tts/bytes`, load.key, requestOf(load)))
}

async function firstOf(ask: () => Promise<Response>): Promise<number> {
  const start = performance.now()
  const answer = await ask()
  if (!answer.ok) throw new Error(await answer.text())
  let first: number | undefined
  for await (const _ of answer.body!) first ??= performance.now() - start
  return first!
}

function requestOf(load: ClientLoad) {
  const voice = { mode: 'id', id: load.voice }
  return { ...goodRequest, model_id: load.model, voice, transcript: textOf(load), output_format: FORMAT }
}

/** A WebSocket on which one turn is spoken at a time. */
class Connection {
  readonly #socket: WebSocket
  readonly #load: ClientLoad
  readonly #journal: Journal
  #player = new Player()
  #start = 0
  #first: number | undefined
  #ended = Promise.withResolvers<void>()

  private constructor(socket: WebSocket, load: ClientLoad, journal: Journal) {
    this.#socket = socket
    this.#load = load
    this.#journal = journal
  }

  static async open(load: ClientLoad, journal: Journal): Promise<Connection> {
    const socket = new WebSocket(`${load.purr.replace(/^http/, 'ws')}/tts/websocket?api_key=${load.key}`)
    const connection = new Connection(socket, load, journal)
    socket.onmessage = ({ data }) => connection.#receive(data)
    socket.onclose = ({ code, reason }) => {
      console.error(`the connection was closed: ${code} ${reason}`)
      process.exit(1)
    }
    await new Promise((resolve) => {
      socket.onopen = resolve
    })
    return connection
  }

  /** Has a turn spoken, and plays it. Returns the time to its first audio, after all has been played. */
  async speak(): Promise<number> {
    this.#player = new Player()
    this.#first = undefined
    this.#ended = Promise.withResolvers()
    this.#start = performance.now()
    this.#socket.send(JSON.stringify({ ...requestOf(this.#load), context_id: crypto.randomUUID() }))
    await this.#ended.promise
    if (this.#load.kind === 'stream') await Bun.sleep(Math.max(0, this.#player.end! - performance.now()))
    return this.#first!
  }

  #receive(data: string): void {
    const now = performance.now()
    const frame = JSON.parse(data)
    if (frame.type === 'chunk') {
      this.#first ??= now - this.#start
      const bytes = Math.floor((frame.data.length * 3) / 4)
      const late = this.#player.take(bytes / BYTES_PER_SECOND, now)
      if (!this.#journal.isOpen) return
      this.#journal.chunks++
      if (late > 0) this.#journal.late.push(late)
    } else if (frame.type === 'done') this.#ended.resolve()
    else this.#ended.reject(new Error(`a turn failed: ${data}`))
  }
}

function tell(message: Message): void {
  process.send!(message)
}
