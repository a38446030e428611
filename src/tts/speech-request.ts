import { ENCODINGS, type OutputFormat, SAMPLE_RATES } from '../audio/output-format.ts'
import { ServiceError } from '../http/errors.ts'
import { canonicalLanguage } from '../http/language.ts'
import { show } from '../http/show.ts'
import { MODEL_ID } from '../speech/engine/model-folder.ts'

/** A request to speak, checked. */
export interface SpeechRequest {
  readonly transcript: string
  readonly voiceId: string
  readonly format: OutputFormat
  /** BCP-47 tag; undefined: the voice's own. */
  readonly language: string | undefined
}

type Body = Readonly<Record<string, unknown>>

/**
 * Checks a request body field by field in the documented order; unknown fields are ignored.
 *
 * @param containers those that the transport can send
 * @throws ServiceError for the first field that is wrong
 */
export function speechRequest(body: Body, containers: readonly OutputFormat['container'][]): SpeechRequest {
  checkModel(body.model_id)
  return {
    transcript: checkTranscript(body.transcript),
    voiceId: checkVoice(body.voice),
    format: checkFormat(body.output_format, containers),
    language: checkLanguage(body.language),
  }
}

function checkModel(model: unknown): void {
  if (model === MODEL_ID) return
  const message = absent(model)
    ? 'model_id is missing.'
    : `model_id ${show(model)} is not a model of this service.`
  throw new ServiceError('unknown_model', message, { detail: `Use "${MODEL_ID}".` })
}

/** @throws ServiceError missing_transcript when it has no words */
export function checkTranscript(transcript: unknown): string {
  if (typeof transcript === 'string' && transcript.trim() !== '') return transcript
  const message =
    absent(transcript) || typeof transcript === 'string'
      ? 'transcript is missing, empty or only whitespace.'
      : 'transcript is not a string.'
  throw new ServiceError('missing_transcript', message, { detail: 'Send the text to speak in transcript.' })
}

function checkVoice(voice: unknown): string {
  const detail = 'Send {"mode": "id", "id": "<voice id>"}; GET /voices lists the ids.'
  if (typeof voice !== 'object' || voice === null || Array.isArray(voice)) {
    const message = absent(voice) ? 'voice is missing.' : 'voice is not an object.'
    throw new ServiceError('missing_voice', message, { detail })
  }
  const { mode, id } = voice as Body
  if (mode !== 'id') {
    const message = absent(mode) ? 'voice.mode is missing.' : `voice.mode ${show(mode)} is not supported.`
    throw new ServiceError('unknown_voice_mode', message, { detail })
  }
  if (typeof id !== 'string' || id === '') {
    const message = absent(id) || id === '' ? 'voice.id is missing.' : 'voice.id is not a string.'
    throw new ServiceError('missing_voice_id', message, { detail })
  }
  return id
}

function checkFormat(format: unknown, containers: readonly OutputFormat['container'][]): OutputFormat {
  if (typeof format !== 'object' || format === null || Array.isArray(format)) {
    throw new ServiceError('invalid_output_format', 'output_format is missing or not an object.', {
      detail: 'Send container, encoding and sample_rate.',
    })
  }
  const { container, encoding, sample_rate } = format as Body
  return {
    container: oneOf('container', container, containers),
    encoding: oneOf('encoding', encoding, ENCODINGS),
    sampleRate: oneOf('sample_rate', sample_rate, SAMPLE_RATES),
  }
}

function oneOf<Value extends string | number>(
  field: string,
  value: unknown,
  accepted: readonly Value[],
): Value {
  const found = accepted.find((each) => each === value)
  if (found !== undefined) return found
  const name = `output_format.${field}`
  const message = absent(value) ? `${name} is missing.` : `${name} ${show(value)} is not supported.`
  throw new ServiceError('invalid_output_format', message, {
    detail: `Use ${accepted.map((each) => JSON.stringify(each)).join(', ')}.`,
  })
}

function checkLanguage(language: unknown): string | undefined {
  if (absent(language)) return undefined
  if (typeof language === 'string' && canonicalLanguage(language) !== undefined) return language
  throw new ServiceError('invalid_language', `language ${show(language)} is not a well-formed BCP-47 tag.`, {
    detail: 'Send a tag such as "en" or "en-US", or leave language out.',
  })
}

function absent(value: unknown): value is null | undefined {
  return value === undefined || value === null
}
