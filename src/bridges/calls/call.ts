import { LRUCache } from 'lru-cache'
import type { Caller } from '../../accounts/authorize.ts'
import { AsyncQueue } from '../../engines/shared/async-queue.ts'
import { refusalFor } from '../../http/error-handler.ts'
import { noVoiceNamed, ServiceError, serviceStopping } from '../../http/errors.ts'
import { BACKLOG_LIMIT } from '../../http/sockets/limits.ts'
import { OPEN_TEXT_GRACE } from '../../tts/running-turns.ts'
import { errorFrame } from '../../tts/server-frame.ts'
import type { TurnServices } from '../../tts/turn.ts'
import { findVoiceId } from '../../voices/voices.ts'
import type { CallEvent } from './call-event.ts'
import type { CallFrame } from './call-frame.ts'
import type { PacedLine } from './paced-line.ts'
import type { LineFormat } from './protocol.ts'
import { Utterance } from './utterance.ts'

/** Utterances of a call that may wait to be heard: the audio of each is kept, up to 1.5 MB. */
const MAX_WAITING = 8
/** Most failed texts that are remembered because more of them may still come. */
const MAX_FAILED = 1000

/** What does not change during a call. */
export interface CallSettings {
  /** The call's id, unique within the organization. */
  readonly id: string
  readonly caller: Caller
  /** The default voice (id or name) and language (BCP-47 tag) of utterances that name none. */
  readonly voice: string | undefined
  readonly language: string | undefined
  readonly format: LineFormat
}

/** A telephone call on which Purr speaks: utterances one after the other, each a turn of its own. */
export class Call {
  readonly settings: CallSettings
  readonly #services: TurnServices
  readonly #line: PacedLine
  readonly #hangUp: () => void
  readonly #listeners = new Set<(event: CallEvent) => void>()
  /** The utterances that have not been played to their end, by their marks and in their order. */
  readonly #utterances = new Map<string, Utterance>()
  readonly #waiting = new AsyncQueue<Utterance>()
  /** Contexts that failed before all their text had come. */
  readonly #failed = new LRUCache<string, true>({ max: MAX_FAILED })
  #count = 0
  #whenQuiet: (() => void) | undefined
  #hasEnded = false

  /** @param hangUp ends the call, or at least its media stream */
  constructor(services: TurnServices, settings: CallSettings, line: PacedLine, hangUp: () => void) {
    this.#services = services
    this.settings = settings
    this.#line = line
    this.#hangUp = hangUp
    void this.#play()
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Reports the events of the call from now on. The function that it returns ends that. */
  listen(listener: (event: CallEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#endTexts() // nobody is left to send more
      this.#failed.clear()
    }
  }

  /**
   * Adds the text of a frame to the utterance of its context. If no utterance of that context takes text, one begins. A
   * frame without words does not begin one.
   *
   * @throws ServiceError not_found, service_stopping, concurrent_limit, payload_too_large. What fails later is reported as
   *   an event, and by the utterance's `begun`
   */
  take(frame: CallFrame): Utterance | undefined {
    const { contextId, text, isFlush } = frame
    const open = this.#open(contextId)
    const isWordless = text.transcript.trim() === ''
    if (open === undefined && isWordless) return undefined
    if (this.#backlog() + text.transcript.length > BACKLOG_LIMIT) throw tooMuch()
    const utterance = open ?? this.#begin(frame)
    if (isWordless && text.isLast) utterance.endText()
    else utterance.append(text)
    if (isFlush && !text.isLast) utterance.flush()
    return utterance
  }

  /**
   * Ends the utterance of a context with an error, after the text that came before. False if none takes text.
   *
   * @param isLast whether no more text comes for it; otherwise what comes is dropped
   */
  breakOff(contextId: string, error: ServiceError, isLast: boolean): boolean {
    if (!isLast) this.#failed.set(contextId, true)
    const open = this.#open(contextId)
    open?.breakOff(error)
    return open !== undefined
  }

  /** Whether a frame is of a text that has failed, and is to be dropped. All are, up to the last one. */
  drops(contextId: string, isLast: boolean): boolean {
    return isLast ? this.#failed.delete(contextId) : this.#failed.has(contextId)
  }

  /**
   * Ends all that is being said or waits. Text that comes from now on begins a new utterance. Returns the contexts of what was
   * dropped.
   */
  interrupt(): string[] {
    const interrupted = this.#silence()
    this.#checkQuiet()
    return interrupted
  }

  /** Ends the call if the telephone system can be asked to, otherwise the media stream. What has not begun fails. */
  hangUp(): void {
    this.#silence(callNotFound())
    this.#hangUp()
  }

  /** The telephone system has played everything before a mark. */
  played(mark: string): void {
    if (this.#utterances.get(mark)?.isSent !== true) return // it was interrupted, or is unknown
    for (const [each, { contextId, hasFailed }] of this.#utterances) {
      this.#utterances.delete(each)
      if (!hasFailed) this.#report({ type: 'mark', context_id: contextId })
      if (each === mark) break
    }
    this.#checkQuiet()
  }

  /** The other side has pressed a key. */
  pressed(digit: string): void {
    this.#report({ type: 'dtmf', digit })
  }

  /** The call is over. What it was to say and has not begun fails. */
  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#stopAll(callNotFound())
    this.#waiting.close()
    this.#line.close()
    this.#report({ type: 'ended', call_id: this.settings.id })
    this.#listeners.clear()
  }

  /** The server stops: no utterance begins any more. Calls back when nothing is being said. */
  leave(whenQuiet: () => void): void {
    this.#whenQuiet = whenQuiet
    setTimeout(() => {
      for (const each of this.#utterances.values())
        if (!each.hasAllText) this.breakOff(each.contextId, serviceStopping(), false)
    }, OPEN_TEXT_GRACE).unref()
    this.#checkQuiet()
  }

  #begin(frame: CallFrame): Utterance {
    if (this.#hasEnded) throw callNotFound()
    if (this.#whenQuiet !== undefined) throw serviceStopping()
    if ([...this.#utterances.values()].filter(({ isSent }) => !isSent).length >= MAX_WAITING) throw tooMany()
    const utterance = new Utterance(frame.contextId, `purr-${++this.#count}`)
    this.#utterances.set(utterance.mark, utterance)
    this.#waiting.push(utterance)
    void this.#speak(utterance, frame)
    return utterance
  }

  async #speak(utterance: Utterance, { voice, reading }: CallFrame): Promise<void> {
    const { caller, format, ...settings } = this.settings
    try {
      const voiceId = await this.#voiceId(voice ?? settings.voice)
      const language = reading.language ?? settings.language
      const options = { ...reading, voiceId, language, format: format.output }
      await utterance.speak(this.#services, caller, options)
    } catch (error) {
      const refusal = refusalFor(error, this.#services, { caller, transport: 'call' })
      const wasInterrupted = utterance.isStopped && !utterance.hasFailed
      if (!utterance.isStopped && !utterance.hasAllText) this.#failed.set(utterance.contextId, true)
      utterance.fail(refusal)
      if (!wasInterrupted) this.#report(errorFrame(utterance.contextId, refusal))
    }
  }

  async #voiceId(voice: string | undefined): Promise<string> {
    if (voice === undefined) {
      throw new ServiceError('missing_voice', 'Neither the text nor the call has a voice.', {
        detail: 'Send voice with the text, or give the media stream the parameter voice.',
      })
    }
    const id = await findVoiceId(this.#services, this.settings.caller.organizationId, voice)
    if (id === undefined) throw noVoiceNamed(voice)
    return id
  }

  /** Plays the utterances in their order. */
  async #play(): Promise<void> {
    for await (const utterance of this.#waiting) {
      const { mark, contextId: context_id } = utterance
      let isHeard = false
      for await (const { audio, sent } of utterance.pieces) {
        if (utterance.isStopped) break
        if (audio.length === 0) continue
        const begins = !isHeard
        isHeard = true
        this.#line.play(audio, () => {
          if (begins) this.#report({ type: 'speaking', context_id })
          sent()
        })
      }
      if (utterance.isStopped) continue
      if (isHeard) this.#line.finish(mark, () => utterance.sentAll())
      else await this.#over(utterance)
    }
  }

  /**
   * An utterance has no audio: it fails, or its text has nothing to be heard. Which of both is known when its turn has ended.
   */
  async #over(utterance: Utterance): Promise<void> {
    utterance.sentAll()
    await utterance.begun.catch(() => {})
    if (!this.#utterances.delete(utterance.mark)) return // it was interrupted
    if (!utterance.hasFailed) this.#report({ type: 'mark', context_id: utterance.contextId })
    this.#checkQuiet()
  }

  /**
   * Drops all that is being said or waits, and reports it. Returns its contexts.
   *
   * @param error with which what has not begun fails. Left out: it does not fail
   */
  #silence(error?: ServiceError): string[] {
    this.#failed.clear()
    if (this.#utterances.size === 0) return []
    const dropped = this.#stopAll(error)
    this.#line.clear()
    for (const context_id of dropped) this.#report({ type: 'interrupted', context_id })
    return dropped
  }

  /** Stops all utterances. Returns the contexts of those that had not failed. */
  #stopAll(error?: ServiceError): string[] {
    const stopped = [...this.#utterances.values()]
    this.#utterances.clear()
    for (const each of stopped) each.stop(error)
    return stopped.filter(({ hasFailed }) => !hasFailed).map(({ contextId }) => contextId)
  }

  #open(contextId: string): Utterance | undefined {
    return [...this.#utterances.values()].find((each) => each.contextId === contextId && !each.hasAllText)
  }

  #endTexts(): void {
    for (const each of this.#utterances.values()) if (!each.hasAllText) each.endText()
  }

  #backlog(): number {
    return [...this.#utterances.values()].reduce((sum, { backlog }) => sum + backlog, 0)
  }

  #checkQuiet(): void {
    if (this.#utterances.size === 0) this.#whenQuiet?.()
  }

  #report(event: CallEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

/** The error for a call that does not exist, or belongs to another organization. */
export function callNotFound(): ServiceError {
  return new ServiceError('not_found', 'There is no such call.', {
    detail: 'It is over, has not begun, or has its media stream on another server.',
  })
}

function tooMany(): ServiceError {
  return new ServiceError('concurrent_limit', `${MAX_WAITING} utterances of this call wait to be heard.`, {
    detail: 'Wait until one has been played, or interrupt the call.',
    retryAfter: 1000,
  })
}

function tooMuch(): ServiceError {
  return new ServiceError('payload_too_large', 'Too much text of this call waits to be spoken.', {
    detail: 'Wait until some of it has been played, or interrupt the call.',
  })
}
