import type { Caller } from '../accounts/keys.ts'
import { charge, type Outcome, price } from '../accounts/ledger.ts'
import type { Settler } from '../accounts/settler.ts'
import { ServiceError } from '../http/errors.ts'
import type { Engine, Segment } from '../speech/engine/engine.ts'
import { localeOf } from '../speech/locale.ts'
import { prepare } from '../speech/script.ts'
import { utter } from '../speech/utterance.ts'
import type { Database } from '../storage/database.ts'
import type { Log } from '../telemetry/log.ts'
import { findVoice } from '../voices/voices.ts'
import { encoded, type Frame } from './encoded.ts'
import type { RunningTurns } from './running-turns.ts'
import type { SpeechRequest } from './speech-request.ts'

/** The longest speech that one turn may be predicted to have, in seconds (spec 8). */
const LONGEST_TURN = 46.5

/** What a turn needs of the service. */
export interface TurnServices {
  readonly db: Database
  readonly engine: Engine
  readonly settler: Settler
  readonly running: RunningTurns
  readonly log: Log
}

/**
 * A turn from admission to settlement: checks voice and length, takes the charge, speaks, and settles exactly once.
 * Confirmed when all was spoken, or when the listener left after taking some audio; refunded when the synthesis failed
 * or no audio was taken. Asking for the first frame admits the turn; leaving the iteration ends it.
 *
 * @param signal aborted when the listener is gone
 * @throws ServiceError voice_not_found, missing_transcript, input_too_long, payment_required, billing_unavailable,
 *   upstream_unavailable
 */
export async function* turn(
  services: TurnServices,
  caller: Caller,
  request: SpeechRequest,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  const { db, engine, settler, running, log } = services
  const ended = running.begin()
  const chargeId = crypto.randomUUID()
  let outcome: Outcome | 'not charged' = 'not charged'
  try {
    const voice = await verified(findVoice(db, caller.organizationId, request.voiceId))
    const segments = readable(request.transcript, request.language ?? voice.language)
    const credits = price(request.transcript)
    outcome = 'refunded' // from here on the charge may be taken, even when its answer is lost
    if (!(await verified(charge(db, chargeId, caller, credits)))) {
      outcome = 'not charged'
      throw paymentRequired(credits)
    }
    for await (const frame of encoded(utter(segments, voice.speaker, engine, signal), request.format)) {
      yield frame
      if (frame.audio.length > 0 && !signal.aborted) outcome = 'confirmed'
    }
  } catch (cause) {
    if (signal.aborted) return
    if (cause instanceof ServiceError) throw cause
    outcome = 'refunded'
    log.error({ err: cause, chargeId }, 'a turn could not be spoken')
    throw new ServiceError('upstream_unavailable', 'The speech could not be synthesized.', {
      detail: 'Nothing was charged; try again.',
    })
  } finally {
    if (outcome !== 'not charged') await settler.settle(chargeId, outcome)
    ended()
  }
}

/** The segments of a transcript that is neither empty of words nor too long. */
function readable(transcript: string, language: string): readonly Segment[] {
  const { segments, seconds } = prepare(transcript, localeOf(language), LONGEST_TURN)
  if (seconds > LONGEST_TURN) {
    throw new ServiceError(
      'input_too_long',
      `The speech is predicted to be longer than ${LONGEST_TURN} seconds.`,
      {
        detail:
          'Split the text: about 900 characters of prose, or 130 digits, fit in one turn. Nothing was charged.',
      },
    )
  }
  if (segments.length === 0) {
    throw new ServiceError('missing_transcript', 'The transcript has nothing that can be spoken.', {
      detail: 'Send words, numbers or symbols that have a name. Nothing was charged.',
    })
  }
  return segments
}

function paymentRequired(credits: number): ServiceError {
  return new ServiceError(
    'payment_required',
    `The balance does not cover the ${credits} credits of this transcript.`,
    {
      detail: 'Add credits and try again.',
    },
  )
}

/** What the database answers, or billing_unavailable when it cannot: without it nothing is generated. */
async function verified<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    throw new ServiceError(
      'billing_unavailable',
      'The account could not be verified, so nothing was generated.',
      {
        detail: 'Nothing was charged; try again in a moment.',
        cause,
      },
    )
  }
}
