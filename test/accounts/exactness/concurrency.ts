import { sql } from 'drizzle-orm'
import { type Database, rows } from '../../../src/storage/database.ts'
import type { Member } from '../../support/member.ts'
import { goodRequest } from '../../support/request.ts'
import { type AnyFrame, SpeechClient } from '../../support/speech-client.ts'
import { mostAtOnce, type Span } from './spans.ts'

/** How exactly the concurrent turns are held. */
export interface ConcurrencyFigures {
  readonly spoken: number
  readonly refused: number
  /** The most turns at one moment, from the first audio that a client received until {@link AFTERMATH} after the last. */
  readonly mostHeard: number
  /** The most slots that were taken, and the most turns that were charged and not settled, when the database was asked. */
  readonly mostSlots: number
  readonly mostOpen: number
  /** Slots that were taken on average. */
  readonly meanSlots: number
}

/** Milliseconds after which a client that was refused tries again, on average. */
const PAUSE = 500
/** Between two looks into the database (milliseconds). */
const LOOK = 25
/** Until all clients have begun (milliseconds). */
const BEGINNING = 2000
/** For how long after its last audio a turn counts (milliseconds), less what the audio's way to the client may take. */
export const AFTERMATH = 700

/** Clients with short turns on WebSockets, far more than their organization may have at once. */
export async function measureConcurrency(
  urls: readonly string[],
  { key, organizationId }: Member,
  db: Database,
  clients: number,
  seconds: number,
): Promise<ConcurrencyFigures> {
  const heard: Span[] = []
  let refused = 0
  const start = performance.now()
  const end = start + BEGINNING + seconds * 1000
  const speak = async (client: number) => {
    const socket = await SpeechClient.connect(urls[client % urls.length]!, key)
    while (performance.now() < end) {
      const span = await oneTurn(socket)
      if (span === undefined) {
        refused++
        await Bun.sleep(PAUSE * (0.5 + Math.random()))
      } else heard.push(span)
    }
    socket.close()
  }
  const spoken = Promise.all(Array.from({ length: clients }, (_, client) => speak(client)))

  let mostSlots = 0
  let mostOpen = 0
  const slots: number[] = []
  while (performance.now() < end) {
    const [seen] = await rows<{ slots: number; open: number }>(
      db,
      sql`SELECT
        (SELECT count(*)::int FROM slots WHERE organization_id = ${organizationId} AND until > clock_timestamp()) AS slots,
        (SELECT count(*)::int FROM open_charges o JOIN charges c ON c.id = o.charge_id
          WHERE c.organization_id = ${organizationId}) AS open`,
    )
    mostSlots = Math.max(mostSlots, seen!.slots)
    mostOpen = Math.max(mostOpen, seen!.open)
    if (performance.now() > start + BEGINNING) slots.push(seen!.slots)
    await Bun.sleep(LOOK)
  }
  await spoken
  return {
    spoken: heard.length,
    refused,
    mostHeard: mostAtOnce(heard.map(({ from, to }) => ({ from, to: to + AFTERMATH }))),
    mostSlots,
    mostOpen,
    meanSlots: slots.reduce((sum, each) => sum + each, 0) / slots.length,
  }
}

/** From the first audio of a turn to its last, as it came in; undefined when the turn was one too many. */
async function oneTurn(client: SpeechClient): Promise<Span | undefined> {
  client.frames.length = 0
  const output_format = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }
  client.send({ ...goodRequest, transcript: 'Hi.', output_format, context_id: crypto.randomUUID() })
  let from: number | undefined
  const last = await client.until<AnyFrame>(() => {
    if (client.frames.length > 0) from ??= performance.now()
    const frame = client.frames.at(-1)
    return frame?.done === true && frame
  })
  if (last.error_code === 'concurrent_limit') return undefined
  if (last.type !== 'done') throw new Error(`a turn ended with ${JSON.stringify(last)}`)
  return { from: from!, to: performance.now() }
}
