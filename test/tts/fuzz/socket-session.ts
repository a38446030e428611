import { type AnyFrame, SpeechClient } from '../../support/speech-client.ts'
import { ContextModel } from './context-model.ts'
import { type Random, randomFrame } from './frames.ts'
import { meaningOf, SPOKEN, VOICES } from './meaning.ts'

const CONTEXTS = ['a', 'b', 'c', 'd', 'e', '__proto__', 'ü\ud800\u0000']
const GOOD_TURN = {
  model_id: 'gepard-1.0',
  transcript: SPOKEN[0],
  voice: { mode: 'id', id: VOICES[0] },
  output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 },
}
const BARRIER = 'barrier '
/** How long anything may take before it counts as hung (milliseconds). */
const PATIENCE = 60_000

/** A context as the client sees it. */
class Followed {
  readonly model = new ContextModel()
  /** For each frame sent: how many frames had come, and how many barriers had been sent. */
  readonly sent: { readonly come: number; readonly barriers: number; readonly message: string }[] = []
  /** How many of the frames sent had reached the service, and had been sent, at the newest answer. */
  reached = 0
  known = 0
}

/** One connection with random frames, and all that has to be true of what comes back. */
export class SocketSession {
  readonly #client: SpeechClient
  readonly #random: Random
  readonly #contexts = new Map<string, Followed>()
  #taken = 0
  #barriers = 0
  #passed = 0
  #unreadable = 0
  /** Frames without an id: a context each, under an id that only an answer tells. */
  #nameless = { least: 0, most: 0 }
  readonly #ended = new Set<string>()

  private constructor(client: SpeechClient, random: Random) {
    this.#client = client
    this.#random = random
  }

  static async open(url: string, key: string, random: Random): Promise<SocketSession> {
    return new SocketSession(await SpeechClient.connect(url, key), random)
  }

  /** Sends random frames, mostly faster than they can be answered. */
  async sendFrames(count: number): Promise<void> {
    const random = this.#random
    for (let sent = 0; sent < count; sent++) {
      this.#send(randomFrame(random, CONTEXTS))
      if (random() < 0.02) this.#sendBarrier()
      if (random() < 0.1) await Bun.sleep(random() < 0.9 ? 0 : random() * 30)
    }
  }

  /** Goes away, whatever is running. */
  close(): void {
    this.#client.close()
  }

  /** Ends all turns, waits for what has to come, and checks that nothing else does. */
  async finish(): Promise<void> {
    for (const context_id of this.#contexts.keys()) this.#send(JSON.stringify({ context_id, transcript: '' }))
    await this.#everything()
    this.#client.send({ ...GOOD_TURN, context_id: 'last' })
    const types = new Set((await this.#client.turn('last')).map(({ type }) => type))
    if (!types.has('chunk') || !types.has('done')) throw new Error(`the last turn: ${[...types]}`)
    this.#sendBarrier()
    await this.#everything()
  }

  #send(message: string | Uint8Array): void {
    this.#client.send(message as string)
    const text = typeof message === 'string' ? message.toWellFormed() : message
    const frame = meaningOf(text)
    if (frame.kind === 'unreadable') {
      this.#unreadable++
      return
    }
    if (frame.contextId === undefined) {
      if (frame.kind === 'flush' || frame.kind === 'cancel') return
      this.#nameless.most++
      if (frame.kind !== 'text' || frame.isLast) this.#nameless.least++
      return
    }
    const context = this.#contexts.get(frame.contextId) ?? new Followed()
    this.#contexts.set(frame.contextId, context)
    context.model.send(frame)
    const come = this.#client.frames.length
    context.sent.push({ come, barriers: this.#barriers, message: String(text).slice(0, 500) })
  }

  /** What was sent before has reached the service when this is answered. */
  #sendBarrier(): void {
    this.#client.send({ context_id: BARRIER + ++this.#barriers, transcript: '' })
  }

  /** Waits until nothing is missing. Throws when something has come that should not have, or does not come. */
  async #everything(): Promise<void> {
    const giveUp = Date.now() + PATIENCE
    while (true) {
      for (; this.#taken < this.#client.frames.length; this.#taken++)
        this.#take(this.#client.frames[this.#taken]!)
      const missing = this.#missing()
      if (missing === undefined) return
      if (this.#client.closed) throw new Error(`closed: ${JSON.stringify(this.#client.closed)}`)
      if (Date.now() > giveUp) throw new Error(`missing: ${missing}`)
      await Bun.sleep(20)
    }
  }

  #take(frame: AnyFrame): void {
    checkFrame(frame)
    const { type, context_id: id } = frame
    if (id === null) this.#unreadable--
    else if (id.startsWith(BARRIER)) this.#passed = Number(id.slice(BARRIER.length))
    else if (this.#contexts.has(id)) this.#follow(id, this.#contexts.get(id)!, frame)
    else if (id !== 'last') {
      if (this.#ended.has(id)) throw new Error(`${type} after the end of a turn: ${JSON.stringify(frame)}`)
      if (frame.done) this.#ended.add(id)
    }
  }

  #follow(id: string, context: Followed, { type, flush_id, error_code }: AnyFrame): void {
    const { model, sent } = context
    while ((sent[context.reached]?.barriers ?? this.#passed) < this.#passed) context.reached++
    while ((sent[context.known]?.come ?? Number.POSITIVE_INFINITY) <= this.#taken) context.known++
    if (model.isRight({ type, flushId: flush_id, reached: context.reached, sent: context.known })) return
    throw new Error(`${type} ${error_code ?? ''} was not to be expected: ${this.#story(id)}`)
  }

  #missing(): string | undefined {
    if (this.#passed < this.#barriers) return 'the answer to a barrier'
    if (this.#unreadable !== 0) return `${this.#unreadable} answers to frames that cannot be read`
    const { least, most } = this.#nameless
    if (this.#ended.size < least || this.#ended.size > most)
      return `of ${least} to ${most} turns without an id ${this.#ended.size} have ended`
    for (const [id, { model }] of this.#contexts)
      if (!model.isOver) return `the end of a turn: ${this.#story(id)}`
    return undefined
  }

  /** What was sent to a context and what came, in order. */
  #story(id: string): string {
    const lines = [JSON.stringify(id)]
    const sent = [...this.#contexts.get(id)!.sent]
    for (const [index, frame] of this.#client.frames.entries()) {
      while (sent[0] !== undefined && sent[0].come <= index) lines.push(`> ${sent.shift()!.message}`)
      if (frame.context_id === id) lines.push(`< ${JSON.stringify(frame).slice(0, 150)}`)
    }
    return [...lines, ...sent.map(({ message }) => `> ${message}`)].join('\n')
  }
}

const TYPES = ['chunk', 'timestamps', 'phoneme_timestamps', 'flush_done', 'done', 'error']

/** Throws when a frame is not as the clients need every frame to be. */
function checkFrame(frame: AnyFrame): void {
  const { type, context_id, done, status_code, data, error_code, message, error, title } = frame
  const isEnd = type === 'done' || type === 'error'
  const isWell =
    TYPES.includes(type) &&
    (typeof context_id === 'string' || context_id === null) &&
    done === isEnd &&
    typeof status_code === 'number' &&
    status_code !== 500 &&
    (type !== 'chunk' || (typeof data === 'string' && data !== '')) &&
    (type !== 'error' ||
      [error_code, message, error, title].every((each) => typeof each === 'string' && each !== ''))
  if (!isWell) throw new Error(`not well formed: ${JSON.stringify(frame).slice(0, 1000)}`)
}
