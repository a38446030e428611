import type { Caller } from '../accounts/authorize.ts'
import { CreditHold, type CreditServices } from '../accounts/credit-hold.ts'
import type { KeyWatch } from '../accounts/key-watch.ts'
import { SAMPLE_RATE } from '../audio/sample-rate.ts'
import type { CompiledDictionaries } from '../dictionaries/compiled-dictionaries.ts'
import type { Models } from '../engines/models.ts'
import { AsyncQueue } from '../engines/shared/async-queue.ts'
import { EngineFull, type Pronouncer, ServersFailed, ServersFull } from '../engines/shared/engine.ts'
import { mapDomainError } from '../http/domain-errors.ts'
import { keyRevoked, ServiceError } from '../http/errors.ts'
import { loggedCaller } from '../http/logged-caller.ts'
import type { RecentRefusals } from '../http/recent-refusals.ts'
import type { OpenTags } from '../languages/shared/markup/markup-reader.ts'
import { type PassedText, TextPasser } from '../speech/passed-text.ts'
import { PlaybackClock } from '../speech/playback-clock.ts'
import { type SpeechChunk, speakSegments } from '../speech/speak-segments.ts'
import { type SpokenText, type TextSegment, TextStream } from '../speech/text-stream.ts'
import { speaksTurns, speakTurn } from '../speech/whole-turn.ts'
import type { Log } from '../telemetry/log.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import type { UsageRecorder } from '../usage/recorder.ts'
import { TurnUsage } from '../usage/turn-usage.ts'
import { type AudioChunk, encodeSpeech } from './encode-speech.ts'
import { EnginePlace } from './engine-place.ts'
import { type ResolvedVoice, resolveVoice } from './resolve-voice.ts'
import type { RunningTurns, TurnState } from './running-turns.ts'
import type { SpeechRequest } from './speech-request.ts'
import { type BufferOptions, type InputEvent, TranscriptBuffer } from './transcript-buffer.ts'
import { MeasuredTurn, type TurnMetrics, type TurnOutcome } from './turn-metrics.ts'
import type { Transport, TurnOrigin } from './turn-origin.ts'
import { TurnTrace } from './turn-trace.ts'

/** What a turn needs of the service. */
export interface TurnServices extends CreditServices {
  readonly models: Models
  readonly pronouncer: Pronouncer
  readonly dictionaries: CompiledDictionaries
  readonly running: RunningTurns
  /** Notifies turns that their key was revoked. */
  readonly keys: KeyWatch
  readonly metrics: TurnMetrics
  readonly usage: UsageRecorder
  /** Is notified of the turns that fail. */
  readonly refusals: RecentRefusals
  readonly log: Log
  /** Undefined: nothing is traced. */
  readonly tracing?: Tracing
}

/** How a turn is spoken. */
export interface SpeechOptions extends Omit<SpeechRequest, 'transcript'> {
  /** The tags that are open where its text begins: it goes on where another turn has ended. */
  readonly tags?: OpenTags
}

/** A piece of a turn's audio, on its way to the client. */
export interface TurnChunk extends AudioChunk {
  /** What it took to make, in milliseconds. */
  readonly stepTime: number
}

/**
 * The life of a turn: admit, speak, encode, deliver, settle, release.
 *
 * A transport takes the chunks of {@link audio}, calls {@link delivered} for each one that the client has received, and calls
 * {@link end} when it is done, however the turn went.
 */
export class Turn {
  readonly #services: TurnServices
  readonly #caller: Caller
  readonly #transport: Transport
  readonly #measured: MeasuredTurn
  readonly #usage: TurnUsage
  readonly #trace: TurnTrace | undefined
  readonly #options: SpeechOptions
  readonly #input: AsyncQueue<InputEvent>
  readonly #segments = new AsyncQueue<TextSegment>()
  readonly #passed = new AsyncQueue<PassedText>()
  readonly #hold: CreditHold
  /** Aborted when the listener is gone. */
  readonly #signal: AbortSignal
  /** Aborted when the key is revoked. */
  readonly #revoked = new AbortController()
  /**
   * Aborted when the key is revoked, or a stopping server waits no longer. The reason is the error with which the turn ends.
   */
  readonly #cutOff: AbortSignal
  /** Aborted for any of these reasons, or when the listener is gone. */
  readonly #ending: AbortSignal
  readonly #stop = () => this.#stopInput()
  readonly #release: () => void
  readonly #unwatch: () => void
  readonly #id = crypto.randomUUID()
  readonly #begunAt = performance.now()
  /** The id of its model, as far as it is known. */
  #model: string
  /** The name of the voice. Undefined until it is found. */
  #voiceName: string | undefined
  /** Undefined until the voice is found. */
  #place: EnginePlace | undefined
  #isHeard = false
  /** The end of the text whose speech has been made (UTF-16 code units). Unknown where all of it is one file. */
  #spokenTo = 0
  /** The samples (at 22050 Hz) that the client has received. */
  #sent = 0
  // The one feedback path: how much speech the listener still has decides how long text may wait.
  readonly #clock = new PlaybackClock()
  /** Time from the turn's start to its first audio, in seconds. */
  #firstAudio: number | undefined
  #transcripts = Promise.resolve()
  #result: 'speaking' | 'spoken' | 'failed' = 'speaking'
  #ended: Promise<void> | undefined

  /**
   * Begins a turn.
   *
   * @param input the text up to the end of the turn; it is closed if the turn ends earlier
   * @param signal aborted when the listener is gone
   */
  constructor(
    services: TurnServices,
    origin: TurnOrigin,
    options: SpeechOptions,
    input: AsyncQueue<InputEvent>,
    signal: AbortSignal,
  ) {
    const { running, models } = services
    const { caller, transport } = origin
    this.#services = services
    this.#caller = caller
    this.#transport = transport
    this.#measured = new MeasuredTurn(services.metrics, transport)
    this.#trace = TurnTrace.begin(services.tracing, this.#id, origin)
    this.#options = options
    this.#model = options.modelId ?? models.main.id
    this.#usage = new TurnUsage(services.usage, caller, this.#model)
    this.#input = input
    this.#hold = new CreditHold(services, caller, this.#id, this.#usage)
    this.#signal = signal
    this.#cutOff = AbortSignal.any([this.#revoked.signal, running.stopping])
    this.#ending = AbortSignal.any([signal, this.#cutOff])
    this.#unwatch = services.keys.watch(caller.keyId, () => this.#revoked.abort(keyRevoked()))
    this.#ending.addEventListener('abort', this.#stop)
    if (this.#ending.aborted) this.#stopInput()
    this.#release = running.begin(() => this.#state())
  }

  /** Names it in the log, in traces and in the table of slots. */
  get id(): string {
    return this.#id
  }

  /**
   * The audio of the turn, as it is made. Each transcript is checked and its credits are held before it is spoken. It
   * ends early and without an error when the listener is gone.
   *
   * @throws ServiceError voice_not_found, invalid_language, pronunciation_dict_not_found, missing_transcript, input_too_long,
   *   invalid_context, concurrent_limit, payment_required, billing_unavailable, upstream_unavailable, service_stopping,
   *   unauthorized for a key that is revoked meanwhile. The refusal of a transcript comes after the speech of those before it
   */
  async *audio(): AsyncGenerator<TurnChunk> {
    let begun = performance.now()
    try {
      for await (const chunk of this.#speak(await this.#voice())) {
        if (this.#ending.aborted) break
        this.#note(chunk)
        yield { ...chunk, stepTime: performance.now() - begun }
        if (this.#ending.aborted) break
        begun = performance.now()
      }
      this.#cutOff.throwIfAborted()
      if (this.#signal.aborted) return
      await this.#transcripts
      this.#result = 'spoken'
    } catch (cause) {
      if (this.#signal.aborted) return
      this.#result = 'failed'
      const failure: ServiceError = this.#cutOff.aborted ? this.#cutOff.reason : this.#failure(cause)
      this.#measured.failed(this.#model, failure.code)
      this.#usage.failed(failure.code)
      this.#trace?.failed(failure)
      this.#services.refusals.note(failure, this.#transport, this.#caller.organizationId)
      throw failure
    }
  }

  /**
   * Records that a chunk was generated and waits to be played in real time, as on a telephone call. After the last chunk
   * the slot is released, although the client has not heard it yet. Call {@link delivered} when it does.
   */
  buffered({ text, isLast }: TurnChunk): void {
    if (isLast && text !== undefined) this.#hold.spoken(text.end)
  }

  /** Acknowledges that the client has received a chunk. */
  delivered({ audio, samples, text, isLast }: TurnChunk): void {
    if (this.#ending.aborted) return
    this.#sent += samples
    const position = text?.end ?? Number.POSITIVE_INFINITY
    if (audio.length > 0) {
      this.#hold.heard(position)
      this.#trace?.sent()
    }
    if (isLast) this.#hold.spoken(position)
  }

  /**
   * Ends the turn, once even if called again. Resolves when it is settled, or a second later at the latest; a charge that
   * is being taken is waited for before, until the database has answered.
   */
  end(): Promise<void> {
    this.#ended ??= this.#settle()
    return this.#ended
  }

  #voice(): Promise<ResolvedVoice> {
    const found = resolveVoice(this.#services, this.#caller.organizationId, this.#options)
    return this.#trace?.resolving(found, this.#options.voiceId) ?? found
  }

  #speak(voice: ResolvedVoice): AsyncGenerator<AudioChunk> {
    const { voiceId, name, model, speaker, language, locale, dictionary } = voice
    const { hasSpeed, capacity } = model
    const engine = this.#trace?.speaking(model) ?? model.engine
    const { tags } = this.#options
    const text = new TextStream(locale, { pace: speaker.pace, hasSpeed, dictionary, tags })
    const place = new EnginePlace(capacity)
    this.#model = model.id
    this.#usage.resolved(voiceId, model.id)
    this.#voiceName = name
    this.#place = place
    const hold = this.#trace?.admitting(this.#hold) ?? this.#hold
    const taking = { input: this.#input, language, hold, place, runsDryAt: () => this.#clock.runsDryAt }
    let speech: AsyncGenerator<SpeechChunk>
    // Only segments have what a dictionary says.
    if (speaksTurns(engine) && dictionary === undefined) {
      this.#take({ ...taking, text: new TextPasser(text), segments: this.#passed })
      const hasTimes = model.wordTimes === 'exact'
      const options = { signal: this.#ending, tag: locale.tag, hasTimes }
      speech = speakTurn(this.#passed, speaker, engine, options, this.#clock)
    } else {
      this.#take({ ...taking, text, segments: this.#segments })
      speech = speakSegments(this.#segments, speaker, engine, this.#ending, this.#clock)
    }
    return encodeSpeech(speech, this.#options.format)
  }

  #take<Text extends SpokenText>(options: BufferOptions<Text>): void {
    this.#transcripts = new TranscriptBuffer(options).run()
    this.#transcripts.catch(() => {}) // thrown by audio(), after the speech of the text before it
  }

  /** A piece has been made. */
  #note({ audio, text, isLast }: AudioChunk): void {
    if (!this.#isHeard && audio.length > 0) {
      this.#isHeard = true
      this.#trace?.made()
      this.#firstAudio = this.#seconds()
      this.#measured.begun(this.#model, this.#firstAudio)
      this.#usage.begun(this.#firstAudio)
    }
    if (!isLast || text === undefined) return
    this.#spokenTo = text.end
    this.#place?.generated(text.end)
  }

  /**
   * A turn that was spoken to its end is paid in full. A failed one costs nothing. If the listener left, what was heard is
   * paid.
   */
  async #settle(): Promise<void> {
    this.#ending.removeEventListener('abort', this.#stop)
    this.#stopInput()
    await this.#transcripts.catch(() => {}) // one may be about to be charged
    this.#place?.leave()
    const outcome = this.#outcome()
    const characters = outcome === 'captured' ? this.#hold.length : this.#spokenTo
    this.#measured.ended(this.#model, outcome, { clock: this.#clock, characters })
    this.#logEnd(outcome)
    const settlement = this.#settlement(outcome)
    this.#usage.ended(this.#clock.seconds)
    await (this.#trace?.settling(outcome, settlement) ?? settlement)
    this.#unwatch()
    this.#release()
  }

  #settlement(outcome: TurnOutcome): Promise<void> {
    if (outcome === 'captured') return this.#hold.capture()
    return outcome === 'voided' ? this.#hold.void() : this.#hold.captureHeard()
  }

  #outcome(): TurnOutcome {
    if (this.#result === 'spoken') return 'captured'
    return this.#result === 'failed' || this.#cutOff.aborted ? 'voided' : 'interrupted'
  }

  #stopInput(): void {
    this.#input.close()
    this.#segments.close()
    this.#passed.close()
  }

  /** Seconds since the start. */
  #seconds(): number {
    return (performance.now() - this.#begunAt) / 1000
  }

  /** How it is now, for those who watch. */
  #state(): TurnState {
    return {
      id: this.#id,
      organizationId: this.#caller.organizationId,
      transport: this.#transport,
      phase: this.#ended !== undefined ? 'ending' : this.#isHeard ? 'speaking' : 'waiting',
      model: this.#model,
      voice: this.#voiceName,
      seconds: this.#seconds(),
      firstAudio: this.#firstAudio,
      made: this.#clock.seconds,
      sent: this.#sent / SAMPLE_RATE,
      late: this.#clock.late,
    }
  }

  /** What lines of the log say of the turn. */
  #logged(): object {
    return { turn: this.#id, ...loggedCaller(this.#caller), model: this.#model }
  }

  #logEnd(outcome: TurnOutcome): void {
    const { log } = this.#services
    if (!log.isLevelEnabled('debug')) return
    const [firstAudio, seconds] = [this.#firstAudio, this.#seconds()].map(inThousandths)
    log.debug({ ...this.#logged(), outcome, firstAudio, seconds }, 'a turn has ended')
  }

  /** The client's error for a failure. Its cause, if it has one, is logged here, with the names of the turn. */
  #failure(cause: unknown): ServiceError {
    // Servers that refuse more by limits of their own are none of its capacity.
    if (cause instanceof EngineFull && !(cause instanceof ServersFull)) this.#place?.full()
    const refusal = mapDomainError(cause)
    if (refusal !== undefined && refusal.cause === undefined) return refusal
    if (refusal !== undefined || !(cause instanceof ServersFailed)) {
      const logged = { err: refusal?.cause ?? cause, code: refusal?.code, ...this.#logged() }
      this.#services.log.error(logged, refusal?.message ?? 'a turn could not be spoken')
    }
    if (refusal !== undefined) return refusal.withoutCause()
    return new ServiceError('upstream_unavailable', 'The speech could not be synthesized.', {
      detail: 'Nothing of it is charged; try again.',
    })
  }
}

/** Seconds to the millisecond, for people who read the log. */
function inThousandths(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1000) / 1000
}

/** Begins the turn of a request that has all its text. */
export function turnOfRequest(
  services: TurnServices,
  origin: TurnOrigin,
  request: SpeechRequest,
  signal: AbortSignal,
): Turn {
  return new Turn(services, origin, request, wholeText(request.transcript), signal)
}

/** Text that is all there from the start. */
export function wholeText(transcript: string): AsyncQueue<InputEvent> {
  const input = new AsyncQueue<InputEvent>()
  input.push({ transcript, isLast: true, maxDelay: undefined })
  input.end()
  return input
}
