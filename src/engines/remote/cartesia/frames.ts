import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'

/*
 * The frames of Cartesia's WebSocket protocol as far as they are used here
 * (https://docs.cartesia.ai/api-reference/tts/websocket). The hosted original of Purr's API leaves `type` out of errors.
 */

const CONTEXT_ID = Type.Optional(Type.Union([Type.String(), Type.Null()]))

const ANY = Type.Object({ context_id: CONTEXT_ID })
const CHUNK = Type.Object({ type: Type.Literal('chunk'), context_id: CONTEXT_ID, data: Type.String() })
const TIMESTAMPS = Type.Object({
  type: Type.Literal('timestamps'),
  context_id: CONTEXT_ID,
  word_timestamps: Type.Object({
    words: Type.Array(Type.String()),
    start: Type.Array(Type.Number()),
    end: Type.Array(Type.Number()),
  }),
})
const FLUSH_DONE = Type.Object({ type: Type.Literal('flush_done'), context_id: CONTEXT_ID })
const DONE = Type.Object({ type: Type.Literal('done'), context_id: CONTEXT_ID })
const ERROR = Type.Object({
  context_id: CONTEXT_ID,
  status_code: Type.Optional(Type.Number()),
  error_code: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  retry_after: Type.Optional(Type.Number()),
})

export type ChunkFrame = Static<typeof CHUNK>
export type TimestampsFrame = Static<typeof TIMESTAMPS>
export type ErrorFrame = Static<typeof ERROR> & { readonly type: 'error' }
export type Frame =
  | ChunkFrame
  | TimestampsFrame
  | Static<typeof FLUSH_DONE>
  | Static<typeof DONE>
  | ErrorFrame

interface UncheckedFrame extends Readonly<Static<typeof ANY>> {
  readonly type?: unknown
  readonly error_code?: unknown
}

const KINDS = new Map<unknown, (value: unknown) => boolean>(
  [CHUNK, TIMESTAMPS, FLUSH_DONE, DONE].map((schema) => [schema.properties.type.const, checked(schema)]),
)
const isError = checked(ERROR)
const isAny = checked(ANY)

/** A message is no frame. */
export class FrameError extends SyntaxError {
  /** The context that it names; undefined when it names none. */
  readonly contextId: string | undefined

  constructor(message: string, contextId?: string | null) {
    super(message)
    this.contextId = contextId ?? undefined
  }
}

/**
 * Reads a message of the upstream server. Undefined for a frame that is not used here, such as times of phonemes.
 *
 * @throws FrameError when it has wrong fields, and SyntaxError when it is no JSON
 */
export function parseFrame(message: string): Frame | undefined {
  const value: unknown = JSON.parse(message)
  if (!isAny(value)) throw new FrameError('a frame is no JSON object')
  const { type, error_code, context_id } = value as UncheckedFrame
  if (type === 'error' || (type === undefined && error_code !== undefined)) {
    if (!isError(value)) throw new FrameError('a frame of type "error" has wrong fields', context_id)
    return { ...(value as Static<typeof ERROR>), type: 'error' }
  }
  const check = KINDS.get(type)
  if (check === undefined) return undefined
  if (!check(value))
    throw new FrameError(`a frame of type ${JSON.stringify(type)} has wrong fields`, context_id)
  return value as Frame
}

function checked(schema: TSchema): (value: unknown) => boolean {
  const compiled = TypeCompiler.Compile(schema)
  return (value) => compiled.Check(value)
}
