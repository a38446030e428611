import { catalogue } from '../../../src/engines/embedded/model-folder.ts'
import { goodRequest } from '../../support/request.ts'
import { Player } from './player.ts'
import { type AgentTurn, writeTurn } from './turns.ts'

/** The gap between the end of playback and the next turn, while the caller speaks (milliseconds). */
const MIN_GAP = 2000
const MAX_GAP = 6000
/** The output rate of a language model. */
const TOKENS_PER_SECOND = 30
/** The share of turns whose text is sent token by token. */
const TOKEN_TURNS = 1 / 3

const FORMATS = [
  { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000, bytesPerSecond: 8000 },
  { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050, bytesPerSecond: 44_100 },
] as const

/** A duration, and when it began (milliseconds). */
export interface Timed {
  readonly at: number
  readonly took: number
}

/** The measurements of the agents. */
export interface Journal {
  /** From the text, or the token that completed the first clause, to the first audio. */
  readonly firstAudio: (Timed & { readonly byToken: boolean })[]
  /** The delay of every chunk. */
  readonly chunks: Timed[]
  /** When turns were done. */
  readonly done: number[]
  /** When turns were refused, because the server spoke as many as it can. */
  readonly refused: number[]
}

/** A turn that is being spoken. */
interface Running {
  readonly contextId: string
  readonly byToken: boolean
  readonly bytesPerSecond: number
  readonly player: Player
  readonly ended: PromiseWithResolvers<void>
  /** The time from which audio can be expected. Undefined before. */
  asked: number | undefined
}

/** A voice agent with its own connection. It speaks a turn, plays it in real time, listens, and speaks again. */
export class Agent {
  readonly #socket: WebSocket
  readonly #random: () => number
  readonly #journal: Journal
  #turn: Running | undefined

  private constructor(socket: WebSocket, random: () => number, journal: Journal) {
    this.#socket = socket
    this.#random = random
    this.#journal = journal
  }

  /** Connects. A refused handshake, a lost connection or a failed turn ends the process. A turn for which the server has no room is counted. */
  static async connect(url: string, key: string, random: () => number, journal: Journal): Promise<Agent> {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/tts/websocket?api_key=${key}`)
    const agent = new Agent(socket, random, journal)
    socket.onmessage = ({ data }) => agent.#receive(data)
    socket.onclose = ({ code, reason }) => giveUp(`the connection was closed: ${code} ${reason}`)
    await new Promise((resolve) => {
      socket.onopen = resolve
    })
    return agent
  }

  /** The turn that waits for its first audio, with the time it has waited. */
  get waiting(): Journal['firstAudio'] {
    const { asked, player, byToken } = this.#turn ?? {}
    if (asked === undefined || player?.end !== undefined) return []
    return [{ at: asked, took: performance.now() - asked, byToken: byToken! }]
  }

  /** Speaks until the process ends. */
  async live(): Promise<never> {
    let gap = this.#random() * MAX_GAP
    while (true) {
      const turn = writeTurn(this.#random)
      await Bun.sleep(gap)
      await this.#speak(turn)
      gap = MIN_GAP + this.#random() * (MAX_GAP - MIN_GAP)
    }
  }

  async #speak({ text, tokens, opening }: AgentTurn): Promise<void> {
    const { bytesPerSecond, ...output_format } = this.#pick(FORMATS)
    const byToken = this.#random() < TOKEN_TURNS
    const contextId = crypto.randomUUID()
    const ended = Promise.withResolvers<void>()
    const turn: Running = {
      contextId,
      byToken,
      bytesPerSecond,
      player: new Player(),
      ended,
      asked: undefined,
    }
    this.#turn = turn
    const voice = { mode: 'id', id: this.#pick(catalogue()).id }
    const request = { ...goodRequest, context_id: contextId, voice, output_format }
    const send = (fields: object) => this.#socket.send(JSON.stringify({ ...request, ...fields }))
    if (byToken) {
      const start = performance.now()
      for (const [index, transcript] of tokens.entries()) {
        await Bun.sleep(Math.max(0, start + (index / TOKENS_PER_SECOND) * 1000 - performance.now()))
        if (index === opening) turn.asked = performance.now()
        send({ transcript, continue: true })
      }
      send({ transcript: '', continue: false })
    } else {
      turn.asked = performance.now()
      send({ transcript: text })
    }
    await ended.promise
    const { end } = turn.player
    if (end !== undefined) await Bun.sleep(Math.max(0, end - performance.now()))
  }

  #receive(data: string): void {
    const now = performance.now()
    const frame = JSON.parse(data)
    const turn = this.#turn
    if (turn === undefined || frame.context_id !== turn.contextId) giveUp(`not asked for: ${data}`)
    else if (frame.type === 'chunk') this.#play(turn, Buffer.from(frame.data, 'base64'), now)
    else if (frame.type === 'done') {
      this.#journal.done.push(now)
      turn.ended.resolve()
    } else if (frame.error_code === 'concurrent_limit') {
      this.#journal.refused.push(now)
      this.#turn = undefined
      turn.ended.resolve()
    } else giveUp(`a turn failed: ${data}`)
  }

  #play({ player, asked, byToken, bytesPerSecond }: Running, audio: Buffer, now: number): void {
    if (player.end === undefined) {
      const at = asked ?? now
      this.#journal.firstAudio.push({ at, took: now - at, byToken })
    }
    this.#journal.chunks.push({ at: now, took: player.take(audio.length / bytesPerSecond, now) })
  }

  #pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.#random() * values.length)]!
  }
}

/** Ends the process. An error thrown in a socket callback would not. */
function giveUp(why: string): never {
  console.error(why)
  process.exit(1)
}
