import { BODY_LIMIT } from './body.ts'
import { type ErrorCode, ServiceError, serviceStopping, voiceNotFound } from './errors.ts'

interface Sample {
  /** What the code means, for all its errors. */
  readonly meaning: string
  /** What one of them says. */
  readonly message: string
  readonly detail?: string
  readonly retryAfter?: number
}

const VOICE_ADVICE = 'Send {"mode": "id", "id": "<voice id>"}; GET /voices lists the ids.'
const PROMPT_ADVICE = 'POST /tts/prompt returns a new URL.'

/** Each code with what it means, and with an error as clients meet it. */
const SAMPLES: Readonly<Record<ErrorCode, Sample>> = {
  invalid_json: {
    meaning: 'The body is not a JSON object.',
    message: 'The body is not valid JSON.',
    detail: 'Send a JSON object in UTF-8.',
  },
  missing_transcript: {
    meaning: 'There is no text to speak.',
    message: 'transcript is missing, empty or only whitespace.',
    detail: 'Send the text to speak in transcript.',
  },
  missing_voice: {
    meaning: 'No voice is named.',
    message: 'voice is missing.',
    detail: VOICE_ADVICE,
  },
  missing_voice_id: {
    meaning: 'The voice has no id.',
    message: 'voice.id is missing.',
    detail: VOICE_ADVICE,
  },
  unknown_voice_mode: {
    meaning: 'The voice is not named by its id.',
    message: 'voice.mode "embedding" is not supported.',
    detail: VOICE_ADVICE,
  },
  unknown_model: {
    meaning: 'There is no such model, or it cannot do this.',
    message: 'model_id "sonic-3" is not a model of this service.',
    detail: 'Use "gepard-1.0".',
  },
  invalid_output_format: {
    meaning: 'The format of the audio is not supported.',
    message: 'output_format.encoding "pcm_f32le" is not supported.',
    detail: 'Use "pcm_s16le", "pcm_mulaw", "pcm_alaw".',
  },
  invalid_language: {
    meaning: 'The language is not a well-formed BCP-47 tag, or the model cannot read it.',
    message: 'language "english (US)" is not a well-formed BCP-47 tag.',
    detail: 'Send a tag such as "en" or "en-US", or leave language out.',
  },
  invalid_limit: {
    meaning: 'The size of the page is out of range.',
    message: 'limit is not a whole number from 1 to 100.',
    detail: 'Send such a number, or leave it out for 100.',
  },
  invalid_context: {
    meaning:
      'The context_id is not a string or is too long, or a frame does not fit the turn that it belongs to.',
    message: 'context_id is not a string of at most 256 characters.',
    detail: 'Send a new id for each turn, such as a UUID.',
  },
  invalid_amount: {
    meaning: 'The amount cannot be bought.',
    message: 'amount is not a number of US dollars that can be bought.',
    detail: 'Send one from 5 to 10000, in whole cents.',
  },
  invalid_address: {
    meaning: 'The page to return to is not a URL.',
    message: 'return_to is not an http or https URL.',
    detail: 'Send the page to which the customer returns after paying, in at most 2048 characters.',
  },
  invalid_signature: {
    meaning: 'The event does not come from the payment provider.',
    message: 'The event is not signed by the payment provider.',
    detail: 'Set STRIPE_WEBHOOK_SECRET to the signing secret of this endpoint.',
  },
  invalid_form: {
    meaning: 'The body is not a form that can be read.',
    message: 'The Content-Type is not multipart/form-data with a boundary.',
    detail: 'Send the fields as multipart/form-data, which HTTP clients make of a form by themselves.',
  },
  invalid_name: {
    meaning: 'The name is missing, too long, or has control characters.',
    message: 'name is missing or empty.',
    detail: 'Send 1 to 100 characters.',
  },
  invalid_description: {
    meaning: 'The description is too long, or has control characters.',
    message: 'description is too long.',
    detail: 'Send at most 1000 characters, or leave it out.',
  },
  invalid_clip: {
    meaning: 'No voice can be made of the recording.',
    message: 'clip is missing.',
    detail: 'Send a recording of the voice as a file.',
  },
  invalid_consent: {
    meaning: 'It is not said that the person who speaks in the recording agrees to the clone.',
    message: 'consent_speaker is missing or empty.',
    detail: 'Send the name of the person who speaks.',
  },
  invalid_expiry: {
    meaning: 'The time to live is out of range.',
    message: 'expires_in is not a whole number from 1 to 3600.',
    detail: 'Send the seconds for which the token is to be valid, or leave it out.',
  },
  invalid_grants: {
    meaning: 'The token would have no use.',
    message: 'grants does not have tts: true.',
    detail: 'Send {"grants": {"tts": true}} for a token that speaks. Purr has no other grants.',
  },
  not_granted: {
    meaning:
      'The caller may not do this: an access token where a key is needed, or a member where an owner is.',
    message: 'An access token cannot be used for this.',
    detail: 'It speaks, and lists voices and models. Send the API key, from a program that may hold it.',
  },
  invalid_value: {
    meaning: 'A field has a value that cannot be used. The message says which, and why.',
    message: 'from is not before to.',
    detail: 'Send an earlier from, or leave it out.',
  },
  organization_not_found: {
    meaning: 'There is no such organization, or the caller does not belong to it.',
    message: 'There is no organization with this id.',
    detail: 'GET /management/organizations lists yours.',
  },
  project_not_found: {
    meaning: 'The organization has no such project.',
    message: 'The organization has no project with this id.',
    detail: 'GET /management/organizations/{organization}/projects lists those it has.',
  },
  key_not_found: {
    meaning: 'The organization has no such key, or it was revoked before.',
    message: 'The organization has no valid key with this id.',
    detail: 'GET /management/organizations/{organization}/keys lists those it has.',
  },
  key_limit_reached: {
    meaning: 'The organization has as many keys as it can.',
    message: 'The organization has 50000 valid keys already.',
    detail: 'Revoke those that are not needed any more.',
  },
  project_limit_reached: {
    meaning: 'The organization has as many projects as it can.',
    message: 'The organization has 1000 projects already.',
    detail: 'Rename one that is not needed any more.',
  },
  already_exists: {
    meaning: 'There is one already.',
    message: 'There is a project with this name already.',
    detail: 'Choose another name.',
  },
  voice_limit_reached: {
    meaning: 'The organization has as many cloned voices as it can.',
    message: 'Your organization has reached its limit of cloned voices: 100.',
    detail: 'Delete one that is not needed any more: DELETE /voices/{id}.',
  },
  invalid_items: {
    meaning: 'The items of the dictionary are wrong. The message says which, and why.',
    message: 'items is not an array.',
    detail: 'Send [{"text": "…", "alias": "…"}].',
  },
  pronunciation_dict_limit_reached: {
    meaning: 'The organization has as many dictionaries as it can.',
    message: 'Your organization has 100 pronunciation dictionaries already.',
    detail: 'Delete one, or add the items to one that it has.',
  },
  input_too_long: {
    meaning: 'The speech would be longer than a turn can be.',
    message: 'The speech is predicted to be longer than 46.5 seconds.',
    detail:
      'Split the text: about 900 characters of prose, or 130 digits, fit in one turn. Nothing was charged.',
  },
  unauthorized: {
    meaning: 'The key is missing or not valid.',
    message: 'The API key is not valid.',
    detail: 'Send it as "Authorization: Bearer <key>" or as "X-API-Key: <key>".',
  },
  payment_required: {
    meaning: 'The balance does not cover it.',
    message: 'The balance does not cover the 12 credits of this text.',
    detail: 'Add credits and try again.',
  },
  invalid_prompt: {
    meaning: 'The URL was not signed by this server, or was changed.',
    message: 'This URL was not signed by this server, or was changed.',
    detail: `Use the URL exactly as it was given. ${PROMPT_ADVICE}`,
  },
  prompt_expired: {
    meaning: 'The URL has expired.',
    message: 'This URL was good until 2026-11-22T10:20:00.000Z.',
    detail: PROMPT_ADVICE,
  },
  voice_not_found: { meaning: 'There is no such voice.', ...said(voiceNotFound()) },
  model_not_found: {
    meaning: 'There is no such model, for clients of OpenAI. Other clients get unknown_model.',
    message: 'There is no model "whisper-1".',
    detail: 'GET /v1/models lists the names of the models.',
  },
  pronunciation_dict_not_found: {
    meaning: 'There is no such pronunciation dictionary.',
    message: 'Your organization has no pronunciation dictionary with this id.',
    detail: 'GET /pronunciation-dicts lists those it has.',
  },
  not_found: {
    meaning: 'What the URL names does not exist.',
    message: 'There is no such call.',
    detail: 'It is over, has not begun, or has its media stream on another server.',
  },
  request_timeout: {
    meaning: 'The body did not arrive in time.',
    message: 'The body did not arrive within 30 s.',
    detail: 'Send less at once, or use a faster connection.',
  },
  last_owner: {
    meaning: 'An organization cannot be without an owner.',
    message: 'This is the last owner of the organization.',
    detail: 'Make another member an owner first.',
  },
  payload_too_large: {
    meaning: 'The body is too large.',
    message: `The body is larger than ${BODY_LIMIT} bytes.`,
    detail: 'Send less: split a long text across several requests.',
  },
  invalid_range: {
    meaning: 'The Range is not within the audio.',
    message: 'The audio has 21846 bytes, none of which are in the Range.',
    detail: 'Ask for a range that begins within it, or leave Range out.',
  },
  upgrade_required: {
    meaning: 'The request was not a handshake of a WebSocket.',
    message: 'This URL speaks WebSocket only.',
    detail: 'Connect with a WebSocket client.',
  },
  rate_limited: {
    meaning: 'Too many requests were made.',
    message: 'More than 60 requests were started in the last 60 seconds.',
    detail: 'Try again in 7 s, or use one WebSocket for many turns: only its handshake counts.',
    retryAfter: 6180,
  },
  concurrent_limit: {
    meaning: 'Too much is being done at once.',
    message: '5 turns of this organization are being spoken already.',
    detail:
      'Try again in 1 s, on a WebSocket with a new context_id. A turn counts until a second after its last audio.',
    retryAfter: 840,
  },
  internal_error: {
    meaning: 'A defect of the server. The operator finds it in the log by X-Request-Id.',
    message: 'Something went wrong in the service.',
    detail: 'The request id in X-Request-Id finds it in the log.',
  },
  upstream_unavailable: {
    meaning: 'The synthesis, or the analysis of a recording, failed. Nothing is charged.',
    message: 'The speech could not be synthesized.',
    detail: 'Nothing of it is charged; try again.',
  },
  payment_unavailable: {
    meaning: 'The payment provider did not answer.',
    message: 'The payment provider did not open a checkout.',
    detail: 'Nothing was charged; try again in a moment.',
  },
  billing_unavailable: {
    meaning: 'The database did not answer. Nothing was done.',
    message: 'The account could not be verified, so nothing was done.',
    detail: 'Nothing was charged; try again in a moment.',
  },
  service_stopping: { meaning: 'The server is stopping.', ...said(serviceStopping()) },
}

/** What a code means, in a sentence. */
export function meaningOf(code: ErrorCode): string {
  return SAMPLES[code].meaning
}

/** An error with a code, as a client meets it. */
export function sampleError(code: ErrorCode): ServiceError {
  const { message, detail, retryAfter } = SAMPLES[code]
  return new ServiceError(code, message, { detail, retryAfter })
}

function said({ message, detail }: ServiceError): Pick<Sample, 'message' | 'detail'> {
  return { message, ...(detail !== null && { detail }) }
}
