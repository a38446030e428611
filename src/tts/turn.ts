import type { Caller } from '../accounts/keys.ts'
import { charge, type Outcome, price, settle } from '../accounts/ledger.ts'
import { ServiceError } from '../http/errors.ts'
import type { Engine, Segment } from '../speech/engine/engine.ts'
import { localeOf } from '../speech/locale.ts'
import { prepare } from '../speech/script.ts'
import { utter } from '../speech/utterance.ts'
import type { Database } from '../storage/database.ts'
import type { Log } from '../telemetry/log.ts'
import { findVoice } from '../voices/voices.ts'
import { encoded, type Frame } from './encoded.ts'
import type { SpeechRequest } from './speech-request.ts'

/** The longest speech that one turn may be predicted to have, in seconds (spec 8). */
export const LONGEST_TURN = 46.5

/** What a turn needs of the service. */
export interface TurnServices {
  readonly db: Database
  readonly engine: Engine
  readonly log: Log
}

/**
 * A turn from admission to settlement: checks voice and length, takes the charge, speaks, and settles exactly once.
 * Confirmed when all was spoken, or when the listener left after some audio; refunded when the synthesis failed or
 * nothing was handed on. Asking for the first frame admits the turn; leaving the iteration ends it.
 *
 * @param signal aborted when the listener is gone
 * @throws ServiceError voice_not_found, missing_transcript, input_too_long, payment_required, billing_unavailable,
 *   upstream_unavailable
 */
export async function* turn(
  { db, engine, log }: TurnServices,
  caller: Caller,
  request: SpeechRequest,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  const voice = await verified(findVoice(db, caller.organizationId, request.voiceId))
  const segments = readable(request.transcript, request.language ?? voice.language)
  const credits = price(request.transcript)
  const chargeId = await verified(charge(db, caller, credits))
  if (chargeId === undefined) throw paymentRequired(credits)
  let outcome: Outcome = 'refunded'
  try {
    for await (const frame of encoded(utter(segments, voice.speaker, engine, signal), request.format)) {
      if (frame.audio.length > 0) outcome = 'confirmed'
      yield frame
    }
  } catch (cause) {
    if (signal.aborted) return
    outcome = 'refunded'
    throw new ServiceError('upstream_unavailable', 'The speech could not be synthesized.', {
      detail: 'Nothing was charged; try again.',
      cause,
    })
  } finally {
    await settle(db, chargeId, outcome).catch((cause) => {
      log.error({ err: cause, chargeId, outcome }, 'a charge could not be settled')
    })
  }
}

/** The segments of a transcript that is neither empty of words nor too long. */
function readable(transcript: string, language: string): readonly Segment[] {
  const { segments, seconds } = prepare(transcript, localeOf(language), LONGEST_TURN)
  if (seconds > LONGEST_TURN) {
    throw new ServiceError('input_too_long', `The speech would be longer than ${LONGEST_TURN} seconds.`, {
      detail:
        'Split the text: about 900 characters of prose, or 130 digits, fit in one turn. Nothing was charged.',
    })
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
