import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { ERROR_CODES } from '../../http/errors.ts'
import { TRANSPORTS } from '../../tts/turn-origin.ts'

const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })
/** A number with an example. */
const count = (example: number, description?: string) => Type.Integer({ description, examples: [example] })
const number = (example: number, description?: string) => Type.Number({ description, examples: [example] })

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
      '`waiting` until its first audio is there; `ending` while its credits are settled. Its text is not shown.',
    examples: ['speaking'],
  }),
  seconds: number(2.1, 'Since its start.'),
  made_seconds: number(3.2, 'Speech that was made.'),
  sent_seconds: number(3.1, 'Speech that the listener has taken.'),
  first_audio_ms: orNull(number(21.4), 'From its start to its first audio. Null: there is none yet.'),
  late_chunks: count(0, 'How often a listener who plays in real time had to wait for the engine.'),
})

const WORKERS = Type.Object({
  size: count(2, 'How many there are when all are ready.'),
  ready: count(2),
  busy: number(0.4, 'How many were at work in the last second, on average.'),
  waiting: count(1, 'Steps that wait for one.'),
  due_ms: orNull(
    number(310),
    'Until the first of those is due; less than 0: it is late. Null: none is urgent.',
  ),
})

const MODEL = Type.Object({
  id: Type.String({ examples: ['gepard-1.0'] }),
  health: Type.Union([Type.Literal('ready'), Type.Literal('degraded'), Type.Literal('unavailable')]),
  turns: count(1, 'Turns that it is speaking.'),
  capacity: orNull(count(200), 'Turns that it can speak at once. Null: no limit is set.'),
  workers: orNull(WORKERS, 'Null: it runs on another server.'),
})

const REFUSAL = Type.Object({
  number: count(7, 'The first since the start of the process has number 1, the next one 2.'),
  at: Type.String({ format: 'date-time' }),
  code: Type.Union(
    ERROR_CODES.map((code) => Type.Literal(code)),
    { examples: ['rate_limited'] },
  ),
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
        host: Type.String({ description: 'The name of its machine or container.', examples: ['purr-1'] }),
        version: Type.String({ examples: ['0.4.1'] }),
        uptime_seconds: count(86_400),
        of: orNull(count(1), 'How many processes share this database. Null: not known yet.'),
      },
      { description: 'Which process this is. Everything else is about it alone, unless it says otherwise.' },
    ),
    watched_seconds: count(60, 'How much of the last minute is known.'),
    turns: Type.Object({
      running: count(1),
      list: Type.Array(TURN, { description: 'Those that have run the longest, 200 at most.' }),
      more: count(0, 'Those that are not in the list.'),
      last_minute: count(31, 'Turns that ended in the last minute.'),
      failed_last_minute: count(1, 'Those of them that failed or were refused.'),
      today: orNull(
        count(20_480),
        'Turns that ended today (UTC), of all processes. The last few seconds are missing. Null: not known yet.',
      ),
    }),
    first_audio: Type.Object(
      {
        p50_ms: orNull(number(19.5), 'Null: no turn had audio.'),
        p95_ms: orNull(number(41.2), 'Null: no turn had audio.'),
      },
      { description: 'From the start of a turn to its first audio in the last minute, from a histogram.' },
    ),
    late_chunks: count(0, 'Of turns that ended in the last minute, how often a listener had to wait.'),
    event_loop: Type.Object({
      lag_ms: number(0.4, 'How late the main thread came to what was due in the last second, on average.'),
      p99_ms: orNull(number(4.8), 'The same in the last minute, 99th percentile.'),
    }),
    models: Type.Array(MODEL),
    memory: Type.Object({ rss_bytes: count(640_000_000), heap_bytes: count(90_000_000) }),
    sockets: count(12, 'WebSockets that are open.'),
    requests: count(2, 'HTTP requests in progress, this one among them.'),
    database: Type.Object({
      statements: count(40, 'Statements and transactions of the last second.'),
      mean_ms: orNull(number(1.7), 'What they took. Null: there were none.'),
      p95_ms: orNull(number(4.4), 'The same in the last minute, 95th percentile.'),
    }),
    settlements: count(0, 'Ends of turns that are not recorded in the database yet.'),
    refusals: Type.Object({
      last_minute: Type.Record(Type.String(), Type.Integer(), {
        description: 'How many of each code.',
        examples: [{ rate_limited: 3 }],
      }),
      list: Type.Array(REFUSAL, { description: 'The last 50 at most, the oldest first.' }),
    }),
  },
  { $id: 'Snapshot', additionalProperties: false },
)

export type Snapshot = Static<typeof SNAPSHOT>
export type LiveTurn = Static<typeof TURN>
export type LiveRefusal = Static<typeof REFUSAL>
