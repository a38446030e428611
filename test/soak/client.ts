import { createParser } from 'eventsource-parser'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { type AgentTurn, writeTurn } from '../bench/agents/turns.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Ending, type Journal, Listening } from './journal.ts'
import { MISDEEDS } from './misdeeds.ts'
import { type Frame, SpeechSocket } from './speech-socket.ts'

/** The shares of turns that are cancelled, and of those in whose place a broken client does its worst. */
const CANCELLED = 0.05
const BROKEN = 0.02
/** The latest moment of a cancel after the question (milliseconds). */
const LATEST_CANCEL = 3000
/** The gap between the end of playback and the next turn (milliseconds). */
const MIN_GAP = 2000
const MAX_GAP = 6000
/** Turns that have not ended by then have failed (milliseconds). */
const PATIENCE = 60_000
/** Turns on one WebSocket before it is closed and another one is opened. */
const TURNS_OF_SOCKET = 20
const TOKENS_PER_SECOND = 30

const WAYS = ['bytes', 'sse', 'websocket', 'websocket'] as const
type HttpWay = Exclude<(typeof WAYS)[number], 'websocket'>
/** How the text of a turn comes over a WebSocket. */
const TEXTS = ['whole', 'whole', 'sentences', 'tokens'] as const
const FORMATS = [
  { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000, bytesPerSecond: 8000 },
  { container: 'raw', encoding: 'pcm_s16le', sample_rate: 16_000, bytesPerSecond: 32_000 },
  { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22_050, bytesPerSecond: 44_100 },
] as const

/** A client that has one turn after another spoken, over all transports, and plays them in real time. */
export class Client {
  readonly #url: string
  readonly #key: string
  readonly #random: () => number
  readonly #journal: Journal
  #socket: SpeechSocket | undefined
  #turnsOfSocket = 0

  constructor(url: string, key: string, random: () => number, journal: Journal) {
    this.#url = url
    this.#key = key
    this.#random = random
    this.#journal = journal
  }

  /** Speaks as long as it is wanted. */
  async live(isWanted: () => boolean): Promise<void> {
    await Bun.sleep(this.#random() * MAX_GAP)
    while (isWanted()) {
      await this.#turn()
      await Bun.sleep(MIN_GAP + this.#random() * (MAX_GAP - MIN_GAP))
    }
    this.#socket?.close()
  }

  async #turn(): Promise<void> {
    const fate = this.#random()
    if (fate < BROKEN) {
      const misdeed = this.#pick(Object.values(MISDEEDS))
      this.#journal.misbehaved()
      await misdeed(this.#url, this.#key)
      return
    }
    const { bytesPerSecond, ...output_format } = this.#pick(FORMATS)
    const listening = new Listening(this.#journal, bytesPerSecond)
    const leave = AbortSignal.any([
      AbortSignal.timeout(PATIENCE),
      ...(fate < BROKEN + CANCELLED ? [AbortSignal.timeout(this.#random() * LATEST_CANCEL)] : []),
    ])
    const request = { ...goodRequest, voice: { mode: 'id', id: this.#pick(catalogue()).id }, output_format }
    const turn = writeTurn(this.#random)
    const way = this.#pick(WAYS)
    const ending =
      way === 'websocket'
        ? await this.#overSocket(request, turn, listening, leave)
        : await this.#overHttp(way, { ...request, transcript: turn.text }, listening, leave)
    this.#journal.ended(ending)
    if (ending === 'spoken') await Bun.sleep(Math.max(0, listening.end! - performance.now()))
  }

  async #overHttp(way: HttpWay, request: object, listening: Listening, leave: AbortSignal): Promise<Ending> {
    let told: Frame | undefined
    const take = (frame: Frame) => {
      if (frame.type === 'chunk') listening.take(Buffer.byteLength(frame.data!, 'base64'))
      else told = frame
    }
    try {
      listening.asked = performance.now()
      const answer = await post(`${this.#url}/tts/${way}`, this.#key, request, {}, undefined, leave)
      if (!answer.ok) return { refused: ((await answer.json()) as { error: string }).error }
      const events = createParser({ onEvent: ({ data }) => take(JSON.parse(data)) })
      const decoder = new TextDecoder()
      for await (const part of answer.body!) {
        if (way === 'bytes') listening.take(part.length)
        else events.feed(decoder.decode(part, { stream: true }))
      }
    } catch (error) {
      return leave.aborted ? leftBy(listening) : { failed: String(error) }
    }
    if (way === 'sse' && told?.type !== 'done') return { failed: told?.error_code ?? 'no end' }
    return 'spoken'
  }

  async #overSocket(
    request: object,
    turn: AgentTurn,
    listening: Listening,
    leave: AbortSignal,
  ): Promise<Ending> {
    let socket: SpeechSocket
    try {
      socket = await this.#connected()
    } catch (error) {
      return { failed: String(error) }
    }
    const context_id = crypto.randomUUID()
    const ended = Promise.withResolvers<Ending>()
    socket.listen((frame) => {
      if (frame === undefined) ended.resolve({ failed: 'the connection was closed' })
      else if (frame.context_id !== context_id)
        return // of a turn that was cancelled
      else if (frame.type === 'chunk') listening.take(Buffer.byteLength(frame.data!, 'base64'))
      else if (frame.type === 'done') ended.resolve('spoken')
      else if (frame.type === 'error')
        ended.resolve(
          listening.end === undefined ? { refused: frame.error_code! } : { failed: frame.error_code! },
        )
    })
    leave.onabort = () => {
      socket.send({ context_id, cancel: true })
      ended.resolve(leftBy(listening))
    }
    const send = (fields: object) => {
      if (!leave.aborted) socket.send({ ...request, context_id, ...fields })
    }
    await this.#sendText(turn, listening, send)
    const ending = await ended.promise
    leave.onabort = null
    return ending
  }

  async #sendText(
    { text, tokens, opening }: AgentTurn,
    listening: Listening,
    send: (fields: object) => void,
  ) {
    const as = this.#pick(TEXTS)
    if (as === 'tokens') {
      const start = performance.now()
      for (const [index, transcript] of tokens.entries()) {
        await Bun.sleep(Math.max(0, start + (index / TOKENS_PER_SECOND) * 1000 - performance.now()))
        if (index === opening) listening.asked = performance.now()
        send({ transcript, continue: true })
      }
      send({ transcript: '', continue: false })
      return
    }
    listening.asked = performance.now()
    if (as === 'whole') return send({ transcript: text })
    const sentences = text.split(/(?<=[.!?] )/)
    for (const [index, transcript] of sentences.entries())
      send({ transcript, continue: index < sentences.length - 1 })
  }

  /** A WebSocket that is open, the last one if it still is. */
  async #connected(): Promise<SpeechSocket> {
    if (this.#socket?.isOpen !== true || this.#turnsOfSocket === TURNS_OF_SOCKET) {
      this.#socket?.close()
      this.#turnsOfSocket = 0
      this.#socket = await SpeechSocket.open(this.#url, this.#key)
    }
    this.#turnsOfSocket++
    return this.#socket
  }

  #pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.#random() * values.length)]!
  }
}

/** A client that leaves has cancelled its turn, unless it has waited in vain. */
function leftBy({ asked }: Listening): Ending {
  return performance.now() - asked < PATIENCE / 2 ? 'cancelled' : { failed: 'no end' }
}
