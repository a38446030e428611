import { type Static, type TObject, Type } from '@sinclair/typebox'
import type { PhoneTime, Time, WordTime } from '../engines/shared/engine.ts'
import { ERROR_CODES, retrySeconds, type ServiceError, STATUS } from '../http/errors.ts'
import { oneOf } from '../http/schema.ts'
import type { Times } from './speech-request.ts'
import type { TurnChunk } from './turn.ts'

/** The turn that a frame is of. */
const CONTEXT_ID = Type.String({ description: 'The turn that the frame is of.', examples: ['turn-1'] })

function seconds(...example: readonly number[]) {
  return Type.Array(Type.Number({ minimum: 0 }), {
    description: 'Seconds from the start of the turn.',
    examples: [example],
  })
}

/** What is in every frame of a turn that goes on. */
const GOING_ON = { done: Type.Literal(false), status_code: Type.Literal(206), context_id: CONTEXT_ID }

/** What is in every frame with speech, or of its times. */
const OF_SPEECH = {
  flush_id: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'The flush that comes next; from the first one on.',
      examples: [0],
    }),
  ),
  ...GOING_ON,
}

const CHUNK = Type.Object(
  {
    type: Type.Literal('chunk'),
    data: Type.String({
      contentEncoding: 'base64',
      description: 'Whole samples.',
      examples: ['EgAXABsAHwAiACUAJwAoAA=='],
    }),
    step_time: Type.Number({
      minimum: 0,
      description: 'Milliseconds that it took to make.',
      examples: [8.1],
    }),
    ...OF_SPEECH,
  },
  { $id: 'Chunk', description: 'A piece of audio.', additionalProperties: false },
)

const TIMESTAMPS = Type.Object(
  {
    type: Type.Literal('timestamps'),
    word_timestamps: Type.Object({
      words: Type.Array(Type.String(), { examples: [['Hello', 'there.']] }),
      start: seconds(0.023, 0.371),
      end: seconds(0.371, 0.65),
    }),
    ...OF_SPEECH,
  },
  {
    $id: 'Timestamps',
    description: 'When the words of the chunk before are spoken.',
    additionalProperties: false,
  },
)

const PHONEME_TIMESTAMPS = Type.Object(
  {
    type: Type.Literal('phoneme_timestamps'),
    phoneme_timestamps: Type.Object({
      phonemes: Type.Array(Type.String({ description: 'A phone in IPA, with the stress before a vowel.' }), {
        examples: [['h', 'ə']],
      }),
      start: seconds(0.023, 0.069),
      end: seconds(0.069, 0.104),
    }),
    ...OF_SPEECH,
  },
  {
    $id: 'PhonemeTimestamps',
    description: 'When the phones of the chunk before are spoken.',
    additionalProperties: false,
  },
)

const FLUSH_DONE = Type.Object(
  {
    type: Type.Literal('flush_done'),
    flush_done: Type.Literal(true),
    flush_id: Type.Integer({ minimum: 0, description: 'The flush, counted from 0.', examples: [0] }),
    ...GOING_ON,
  },
  { $id: 'FlushDone', description: 'All text before a flush has been spoken.', additionalProperties: false },
)

const DONE = Type.Object(
  {
    type: Type.Literal('done'),
    done: Type.Literal(true),
    status_code: Type.Literal(200),
    context_id: CONTEXT_ID,
  },
  { $id: 'Done', description: 'The turn is spoken.', additionalProperties: false },
)

/** An error, for the example. */
const NO_TEXT = 'transcript is missing, empty or only whitespace. Send the text to speak in transcript.'

const ERROR = Type.Object(
  {
    type: Type.Literal('error'),
    done: Type.Literal(true),
    error: Type.String({
      description: 'The code and the message.',
      examples: [`missing_transcript: ${NO_TEXT}`],
    }),
    error_code: oneOf(ERROR_CODES, { description: 'The code.', examples: ['missing_transcript'] }),
    title: oneOf(ERROR_CODES, { description: 'The code again.', examples: ['missing_transcript'] }),
    message: Type.String({ description: 'What is wrong and what to do about it.', examples: [NO_TEXT] }),
    status_code: Type.Integer({
      minimum: 400,
      maximum: 599,
      description: 'The HTTP status of the code.',
      examples: [400],
    }),
    retry_after: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Seconds after which to try again.' }),
    ),
    context_id: Type.Union([CONTEXT_ID, Type.Null()], {
      description: "The turn that has failed; null when the client's frame could not be read.",
    }),
  },
  {
    $id: 'ErrorFrame',
    description: 'The turn has failed, or a frame was refused.',
    additionalProperties: false,
  },
)

/** The schemas of the frames, by their types. */
export const SERVER_FRAMES = {
  chunk: CHUNK,
  timestamps: TIMESTAMPS,
  phoneme_timestamps: PHONEME_TIMESTAMPS,
  flush_done: FLUSH_DONE,
  done: DONE,
  error: ERROR,
}

/** The schema of what POST /tts/sse answers with. Its text comes at once, so nothing is flushed. */
export const EVENT = Type.Union([CHUNK, TIMESTAMPS, PHONEME_TIMESTAMPS, DONE, ERROR])

/**
 * What a stream is made of, as the clients that were read need it: LiveKit's plugin drops a chunk without `done`,
 * `status_code` and `step_time`, the SDKs recognise errors by `type` and read `message`, `error` or `title`.
 */
const SERVER_FRAME = Type.Union(Object.values(SERVER_FRAMES))

export type ServerFrame = Readonly<Static<typeof SERVER_FRAME>>

type OfSpeech = Readonly<Static<TObject<typeof OF_SPEECH>>>

/**
 * A slice of audio in whole samples.
 *
 * @param stepTime what it took to make, in milliseconds
 */
function chunkFrame(audio: Uint8Array, stepTime: number, ofSpeech: OfSpeech): ServerFrame {
  return {
    type: 'chunk',
    data: Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength).toString('base64'),
    step_time: Math.round(stepTime * 1000) / 1000,
    ...ofSpeech,
  }
}

/** Words with their times in seconds from the start of the turn. */
function timestampsFrame(
  words: readonly Pick<WordTime, 'word' | 'start' | 'end'>[],
  ofSpeech: OfSpeech,
): ServerFrame {
  return {
    type: 'timestamps',
    word_timestamps: { words: words.map(({ word }) => word), ...startsAndEnds(words) },
    ...ofSpeech,
  }
}

/** Phones with their times in seconds from the start of the turn. */
function phonemeTimestampsFrame(phones: readonly PhoneTime[], ofSpeech: OfSpeech): ServerFrame {
  return {
    type: 'phoneme_timestamps',
    phoneme_timestamps: { phonemes: phones.map(({ phone }) => phone), ...startsAndEnds(phones) },
    ...ofSpeech,
  }
}

function startsAndEnds(times: readonly Time[]): { start: number[]; end: number[] } {
  return {
    start: times.map(({ start }) => wholeMilliseconds(start)),
    end: times.map(({ end }) => wholeMilliseconds(end)),
  }
}

/** Seconds to the millisecond, rounded down, so that no word ends after the audio. */
export function wholeMilliseconds(seconds: number): number {
  return Math.floor(seconds * 1000) / 1000
}

/** The last frame of a turn that was spoken to its end. */
export function doneFrame(contextId: string): ServerFrame {
  return { type: 'done', done: true, status_code: 200, context_id: contextId }
}

/** The last frame of a turn that failed. */
export function errorFrame(
  contextId: string | null,
  { code, explained, retryAfter }: ServiceError,
): ServerFrame {
  return {
    type: 'error',
    done: true,
    error: `${code}: ${explained}`,
    error_code: code,
    title: code,
    message: explained,
    status_code: STATUS[code],
    ...(retryAfter !== undefined && { retry_after: retrySeconds(retryAfter) }),
    context_id: contextId,
  }
}

/** Makes the frames of a turn's chunks. `done` or an error comes after them. */
export class ServerFrames {
  readonly #contextId: string
  readonly #times: Times
  readonly #hasFlushed: () => boolean
  #nextFlush = 0

  /** @param hasFlushed whether the client has flushed: from then on frames say which flush they come before, from 0 on */
  constructor(contextId: string, times: Times, hasFlushed = () => false) {
    this.#contextId = contextId
    this.#times = times
    this.#hasFlushed = hasFlushed
  }

  /** The frames of the next chunk, maybe none. */
  of({ audio, words, text, isLast, stepTime }: TurnChunk): ServerFrame[] {
    const frames: ServerFrame[] = []
    const goingOn = { done: false, status_code: 206, context_id: this.#contextId } as const
    const ofSpeech = this.#hasFlushed() ? { ...goingOn, flush_id: this.#nextFlush } : goingOn
    if (audio.length > 0) frames.push(chunkFrame(audio, stepTime, ofSpeech))
    frames.push(...this.#timesOf(words, ofSpeech))
    if (isLast && text?.flushId !== undefined) {
      frames.push({ type: 'flush_done', flush_done: true, flush_id: text.flushId, ...goingOn })
      this.#nextFlush = text.flushId + 1
    }
    return frames
  }

  #timesOf(written: readonly WordTime[], ofSpeech: OfSpeech): ServerFrame[] {
    const frames: ServerFrame[] = []
    if (this.#times.words !== undefined) {
      const words = this.#times.words === 'written' ? written : written.flatMap(({ said }) => said)
      if (words.length > 0) frames.push(timestampsFrame(words, ofSpeech))
    }
    if (this.#times.phones) {
      const phones = written.flatMap(({ said }) => said.flatMap((spoken) => spoken.phones))
      if (phones.length > 0) frames.push(phonemeTimestampsFrame(phones, ofSpeech))
    }
    return frames
  }
}

/**
 * A frame as JSON in ASCII: cartesia-js 2.x decodes each piece of a stream by itself, which garbles a character that is
 * cut in two, and takes "[DONE]" anywhere in a text for the end.
 */
export function asciiJson(frame: ServerFrame): string {
  return JSON.stringify(frame)
    .replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('[DONE]', '\\u005bDONE]')
}
