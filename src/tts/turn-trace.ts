import type { CreditHold } from '../accounts/credit-hold.ts'
import { SAMPLE_RATE } from '../audio/sample-rate.ts'
import { type Engine, EngineFailure, type SpeakTurnOptions } from '../engines/shared/engine.ts'
import { type ServiceError, STATUS } from '../http/errors.ts'
import { callerAttributes, DATABASE, requestSpan } from '../http/request-trace.ts'
import type { Span, TraceContext, Tracing } from '../telemetry/tracing.ts'
import type { ResolvedVoice } from './resolve-voice.ts'
import type { TextCredits } from './transcript-buffer.ts'
import type { TurnOutcome } from './turn-metrics.ts'
import type { TurnOrigin } from './turn-origin.ts'

/** The spans of one turn: its own, and one for each step. It begins with its request if it is the request's only turn. */
export class TurnTrace {
  readonly #span: Span
  readonly #isRequest: boolean
  #isQueued = false
  #isMade = false
  #isSent = false
  #characters = 0
  #samples = 0
  #failure: ServiceError | undefined

  private constructor(tracing: Tracing, id: string, { caller, transport, traceparent }: TurnOrigin) {
    const { arrival } = caller
    this.#isRequest = arrival !== undefined && !arrival.isHandshake && !arrival.hasTurn
    if (arrival !== undefined) arrival.hasTurn = true
    if (this.#isRequest) this.#span = requestSpan(tracing, arrival!, caller)
    else {
      const parent: TraceContext = traceparent === undefined ? (arrival?.context ?? {}) : { traceparent }
      this.#span = tracing.begin('turn', parent, { kind: 'server', attributes: callerAttributes(caller) })
    }
    this.#span.set({ 'purr.turn.id': id, 'purr.transport': transport })
  }

  /** Undefined: nothing is traced. */
  static begin(tracing: Tracing | undefined, id: string, origin: TurnOrigin): TurnTrace | undefined {
    return tracing && new TurnTrace(tracing, id, origin)
  }

  /** Follows the look-up of the voice. */
  async resolving(voice: Promise<ResolvedVoice>, voiceId: string): Promise<ResolvedVoice> {
    const span = this.#span.child('resolve voice')
    try {
      const found = await voice
      this.#span.set({
        'purr.model': found.model.id,
        'purr.voice.id': voiceId, // not before it is known as one: it may be anything
        'purr.language': found.locale.tag,
      })
      return found
    } finally {
      span.end()
    }
  }

  /** Follows how the text of the turn is admitted: its slot is taken, and its credits are held. */
  admitting(hold: CreditHold): TextCredits {
    return {
      get needsSlot() {
        return hold.needsSlot
      },
      add: (transcript, isSilent) => hold.add(transcript, isSilent),
      isDue: (position) => hold.isDue(position),
      hold: async (position) => {
        const span = this.#span.child('admit', { attributes: DATABASE })
        try {
          const characters = await hold.hold(position)
          this.#characters += characters
          span.set({ 'purr.characters': characters })
          return characters
        } catch (error) {
          span.set({ 'error.type': (error as Error).constructor.name })
          throw error
        } finally {
          span.end()
        }
      },
    }
  }

  /** An engine that does as another one does, with a span for each segment, or for all of a turn whose text it cuts itself. */
  speaking({ engine }: ResolvedVoice['model']): Engine {
    const { speakTurn } = engine
    return {
      speak: (segment, speaker, options) => {
        const span = this.#begunSegment('segment', { 'purr.seconds.predicted': segment.seconds })
        return this.#spoken(span, engine.speak(segment, speaker, { ...options, trace: span }))
      },
      ...(speakTurn && {
        speakTurn: (text, speaker, options: SpeakTurnOptions) => {
          const span = this.#begunSegment('whole turn')
          return this.#spoken(span, speakTurn.call(engine, text, speaker, { ...options, trace: span }))
        },
      }),
      close: () => engine.close(),
    }
  }

  #begunSegment(name: string, attributes = {}): Span {
    if (!this.#isQueued) this.#span.event('first segment queued')
    this.#isQueued = true
    return this.#span.child(name, { attributes })
  }

  async *#spoken<Speech extends { readonly pcm: Float32Array }>(
    span: Span,
    speech: AsyncIterable<Speech>,
  ): AsyncGenerator<Speech> {
    let samples = 0
    try {
      for await (const stretch of speech) {
        if (samples === 0 && stretch.pcm.length > 0) span.event('first audio')
        samples += stretch.pcm.length
        span.set({ 'purr.audio.seconds': samples / SAMPLE_RATE })
        this.#samples += stretch.pcm.length
        yield stretch
      }
    } catch (error) {
      if (error instanceof EngineFailure) span.end(error.constructor.name)
      throw error
    } finally {
      span.end()
    }
  }

  /** Some audio has been made. */
  made(): void {
    if (!this.#isMade) this.#span.event('first audio made')
    this.#isMade = true
  }

  /** Some audio was sent to the listener. */
  sent(): void {
    if (!this.#isSent) this.#span.event('first audio sent')
    this.#isSent = true
  }

  /** The turn was refused, or has failed. */
  failed(failure: ServiceError): void {
    this.#failure = failure
    if (STATUS[failure.code] < 500) this.#span.event('refused', { 'error.type': failure.code })
  }

  /** Follows the settlement, with which the turn ends. */
  async settling(outcome: TurnOutcome, settlement: Promise<void>): Promise<void> {
    if (outcome === 'interrupted') this.#span.event('interrupted')
    const span = this.#span.child('settle', { attributes: { ...DATABASE, 'purr.outcome': outcome } })
    try {
      await settlement
    } finally {
      span.end()
      this.#end(outcome)
    }
  }

  #end(outcome: TurnOutcome): void {
    const code = this.#failure?.code
    const status = code === undefined || this.#isMade ? 200 : STATUS[code]
    this.#span.set({
      'purr.outcome': outcome,
      'purr.characters': this.#characters,
      'purr.audio.seconds': this.#samples / SAMPLE_RATE,
      'error.type': code,
      // An interrupted turn may never have been answered.
      'http.response.status_code':
        this.#isRequest && (this.#isMade || outcome !== 'interrupted') ? status : undefined,
    })
    this.#span.end(code !== undefined && STATUS[code] >= 500 ? code : undefined)
  }
}
