import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { ERROR_CODES } from '../../http/errors.ts'
import { TRANSPORTS } from '../../tts/turn-metrics.ts'

const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const count = (description: string) => Type.Integer({ description })
const number = (description: string) => Type.Number({ description })

const ORGANIZATION = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: orNull(Type.String({ examples: ['Acme'] }), 'Null: not known yet, or deleted.'),
})

const TURN = Type.Object({
  id: Type.String({ format: 'uuid' }),
  organization: ORGANIZATION,
  voice: orNull(Type.String({ examples: ['Kathleen'] }), 'Its name. Null: not found yet.'),
  model: Type.String({ examples: ['gepard-1.0'] }),
  transport: Type.Union(TRANSPORTS.map((each) => Type.Literal(each))),
  state: Type.Union([Type.Literal('waiting'), Type.Literal('speaking'), Type.Literal('ending')], {
    description:
      '`waiting` until its first audio is there; `ending` while its credits are settled. Its text is not told.',
  }),
  seconds: number('Since its start.'),
  made_seconds: number('Speech that was made.'),
  sent_seconds: number('Speech that the listener has taken.'),
  first_audio_ms: orNull(Type.Number(), 'From its start to its first audio. Null: there is none yet.'),
  late_chunks: count('How often a listener who plays in real time had to wait for the engine.'),
})

const WORKERS = Type.Object({
  size: count('How many there are when all are ready.'),
  ready: Type.Integer(),
  busy: number('How many were at work in the last second, on average.'),
  waiting: count('Steps that wait for one.'),
  due_ms: orNull(
    Type.Number(),
    'Until the first of those is due; less than 0: it is late. Null: none is urgent.',
  ),
})

const MODEL = Type.Object({
  id: Type.String({ examples: ['gepard-1.0'] }),
  health: Type.Union([Type.Literal('ready'), Type.Literal('degraded'), Type.Literal('unavailable')]),
  turns: count('Turns that it is speaking.'),
  capacity: orNull(Type.Integer(), 'Turns that it can speak at once. Null: no limit is set.'),
  workers: orNull(WORKERS, 'Null: it runs on another server.'),
})

const CODE = Type.Union(
  ERROR_CODES.map((code) => Type.Literal(code)),
  { examples: ['rate_limited'] },
)

const REFUSAL = Type.Object({
  number: count('The first since the start of the process has number 1, the next one 2.'),
  at: Type.String({ format: 'date-time' }),
  code: CODE,
  where: Type.String({
    description: 'An endpoint, or the transport of a turn.',
    examples: ['POST /tts/bytes'],
  }),
  organization: orNull(ORGANIZATION, 'Null: it is not known who asked.'),
})

/** What a server process is doing at a moment. "The last minute" is as much of it as somebody has been watching. */
export const SNAPSHOT = Type.Object(
  {
    at: Type.String({ format: 'date-time' }),
    process: Type.Object(
      {
        id: Type.String({ format: 'uuid' }),
        host: Type.String({ description: 'The name of its machine or container.' }),
        version: Type.String({ examples: ['0.4.1'] }),
        uptime_seconds: Type.Number(),
        of: orNull(Type.Integer(), 'How many processes share this database. Null: not known yet.'),
      },
      { description: 'Which process this is. Everything else is about it alone, unless it says otherwise.' },
    ),
    watched_seconds: number('How much of the last minute is known.'),
    turns: Type.Object({
      running: Type.Integer(),
      list: Type.Array(TURN, { description: 'Those that have run the longest.' }),
      more: count('Those that are not in the list.'),
      last_minute: count('Turns that ended in the last minute.'),
      failed_last_minute: count('Those of them that failed or were refused.'),
      today: orNull(
        Type.Integer(),
        'Turns that began today (UTC), of all processes. The last few seconds are missing. Null: not known yet.',
      ),
    }),
    first_audio: Type.Object(
      {
        p50_ms: orNull(Type.Number(), 'Null: no turn had audio.'),
        p95_ms: orNull(Type.Number(), 'Null: no turn had audio.'),
      },
      { description: 'From the start of a turn to its first audio in the last minute, from a histogram.' },
    ),
    late_chunks: count('Of turns that ended in the last minute, how often a listener had to wait.'),
    event_loop: Type.Object({
      lag_ms: number('How late the main thread came to what was due in the last second, on average.'),
      p99_ms: orNull(Type.Number(), 'The same in the last minute, 99th percentile.'),
    }),
    models: Type.Array(MODEL),
    memory: Type.Object({ rss_bytes: Type.Integer(), heap_bytes: Type.Integer() }),
    sockets: count('WebSockets that are open.'),
    requests: count('HTTP requests in progress, this one among them.'),
    database: Type.Object({
      statements: count('Statements and transactions of the last second.'),
      mean_ms: orNull(Type.Number(), 'What they took. Null: there were none.'),
      p95_ms: orNull(Type.Number(), 'The same in the last minute, 95th percentile.'),
    }),
    settlements: count('Ends of turns that are not recorded in the database yet.'),
    refusals: Type.Object({
      last_minute: Type.Record(Type.String(), Type.Integer(), { description: 'How many of each code.' }),
      list: Type.Array(REFUSAL, { description: 'The last 50 at most, the oldest first.' }),
    }),
  },
  { $id: 'Snapshot', additionalProperties: false },
)

export type Snapshot = Static<typeof SNAPSHOT>
export type LiveTurn = Static<typeof TURN>
export type LiveRefusal = Static<typeof REFUSAL>
