import type { Caller } from '../accounts/authorize.ts'
import { ServiceError } from '../http/errors.ts'
import { verified } from '../http/verified.ts'
import { localeOf } from '../languages/registry.ts'
import type { Engine } from '../speech/engine/engine.ts'
import { Playback } from '../speech/playback.ts'
import { Script } from '../speech/script.ts'
import { utter } from '../speech/utterance.ts'
import type { Log } from '../telemetry/log.ts'
import { findVoice } from '../voices/voices.ts'
import { Bill, type BillServices } from './bill.ts'
import { Channel } from './channel.ts'
import { type Cue, Dictation, type Entry } from './dictation.ts'
import { encoded, type Frame } from './encoded.ts'
import type { RunningTurns } from './running-turns.ts'
import type { SpeechRequest } from './speech-request.ts'

/** What a turn needs of the service. */
export interface TurnServices extends BillServices {
  readonly engine: Engine
  readonly running: RunningTurns
  readonly log: Log
}

/** How a turn is to be spoken. */
export type Manner = Omit<SpeechRequest, 'transcript'>

/**
 * A turn from admission to settlement: checks the voice, takes text as it comes, and speaks it. Each transcript is
 * checked and charged before it is spoken, and settled exactly once, when the turn ends: confirmed when the turn was
 * spoken to its end, or when the listener left after taking some of the transcript's audio; refunded when the turn ends
 * with an error, or no audio of the transcript was taken. Asking for the first frame begins the turn; leaving the
 * iteration ends it.
 *
 * @param input the text, and where the turn ends; it is closed when the turn ends before
 * @param signal aborted when the listener is gone
 * @throws ServiceError voice_not_found, missing_transcript, input_too_long, concurrent_limit, payment_required,
 *   billing_unavailable, upstream_unavailable, service_stopping; a refused transcript comes after the speech of those before it
 */
export async function* turn(
  services: TurnServices,
  caller: Caller,
  { voiceId, format, language }: Manner,
  input: Channel<Entry>,
  signal: AbortSignal,
): AsyncGenerator<Frame<Cue>> {
  const { db, engine, running, log } = services
  const { stopping } = running
  const ended = running.begin()
  const bill = new Bill(services, caller)
  const playback = new Playback()
  const lines = new Channel<Cue>()
  const stop = () => {
    input.close()
    lines.close()
  }
  const ending = AbortSignal.any([signal, stopping])
  ending.addEventListener('abort', stop)
  if (ending.aborted) stop()
  let dictation = Promise.resolve()
  let settle = () => (stopping.aborted ? bill.refund() : bill.leave())
  try {
    bill.checkRoom() // a turn that is refused is not worth the look-up of its voice
    const voice = await verified(findVoice(db, caller.organizationId, voiceId))
    const script = new Script(localeOf(language ?? voice.language), voice.speaker.pace)
    dictation = new Dictation({ input, script, bill, playback, lines }).run()
    dictation.catch(() => {}) // told below, after the speech of what came before it
    const speech = utter(lines, voice.speaker, engine, ending, playback)
    for await (const frame of encoded(speech, format)) {
      if (ending.aborted) break
      yield frame
      if (ending.aborted) break
      const position = frame.line?.end ?? Number.POSITIVE_INFINITY
      if (frame.audio.length > 0) bill.heard(position)
      if (frame.last) bill.spoken(position)
    }
    stopping.throwIfAborted()
    if (signal.aborted) return
    await dictation
    settle = () => bill.complete()
  } catch (cause) {
    if (signal.aborted) return
    settle = () => bill.refund()
    stopping.throwIfAborted()
    if (cause instanceof ServiceError) throw cause
    log.error({ err: cause }, 'a turn could not be spoken')
    throw new ServiceError('upstream_unavailable', 'The speech could not be synthesized.', {
      detail: 'Nothing of it is charged; try again.',
    })
  } finally {
    ending.removeEventListener('abort', stop)
    stop()
    await dictation.catch(() => {}) // a charge may be on its way
    await settle()
    ended()
  }
}

/** Text that is all there from the start. */
export function wholeText(transcript: string): Channel<Entry> {
  const input = new Channel<Entry>()
  input.push({ transcript, isLast: true, longestDelay: undefined })
  input.end()
  return input
}
