import type { PGlite, Transaction } from '@electric-sql/pglite'
import { openCluster } from './cluster.ts'
import { boundTimers } from './long-timers.ts'
import {
  type Opening,
  type Statement,
  type ThreadAnswer,
  type ThreadRequest,
  toFailure,
} from './thread-messages.ts'

/*
 * The program of the database thread. Its first message is an `Opening`; the answer to that has the number 0. It has the
 * priority of the main thread, above that of the inference workers, so it does not wait for them.
 */

declare const self: Worker

interface OpenTransaction {
  readonly inside: Transaction
  /** Lets the transaction end. */
  readonly leave: () => void
  /** Resolves when the transaction has ended. */
  readonly left: Promise<void>
}

let client: PGlite
const transactions = new Map<number, OpenTransaction>()

self.onmessage = ({ data: { folder, postgres } }: MessageEvent<Opening>) => {
  self.onmessage = ({ data }: MessageEvent<ThreadRequest>) => answer(data.id, () => perform(data))
  answer(0, async () => {
    boundTimers()
    client = await openCluster(folder, { pgliteWasmModule: postgres })
  })
}

async function answer(id: number, work: () => Promise<unknown>): Promise<void> {
  try {
    send({ id, done: await work() })
  } catch (error) {
    send({ id, failed: toFailure(error) })
    // A new thread recovers the database from its log.
    if (hasEnded(error)) process.exit(1)
  }
}

function send(message: ThreadAnswer): void {
  self.postMessage(message)
}

/** Whether Postgres has given itself up, or was stopped by the WebAssembly runtime. */
function hasEnded(error: unknown): boolean {
  const { name, severity } = error as { name?: string; severity?: string }
  return (
    severity === 'PANIC' ||
    severity === 'FATAL' ||
    name === 'ExitStatus' ||
    error instanceof WebAssembly.RuntimeError
  )
}

function perform(request: ThreadRequest): Promise<unknown> {
  switch (request.is) {
    case 'statement': {
      const { transaction, statement } = request
      return run(transaction === undefined ? client : transactions.get(transaction)!.inside, statement)
    }
    case 'begin':
      return begin(request.id)
    case 'commit':
    case 'rollback':
      return end(request.transaction, request.is)
    case 'close':
      return client.close()
  }
}

function run(on: PGlite | Transaction, { text, values, rowMode, asText }: Statement): Promise<unknown> {
  const parsers = Object.fromEntries(asText.map((type) => [type, (value: string) => value]))
  return on.query(text, [...values], { parsers, ...(rowMode && { rowMode }) })
}

/** @returns the number of the transaction */
function begin(id: number): Promise<number> {
  const { promise: begun, resolve, reject } = Promise.withResolvers<number>()
  const { promise: leaving, resolve: leave } = Promise.withResolvers<void>()
  const left = client.transaction((inside) => {
    transactions.set(id, { inside, leave, left })
    resolve(id)
    return leaving
  })
  left.catch(reject)
  return begun
}

async function end(id: number, how: 'commit' | 'rollback'): Promise<void> {
  const { inside, leave, left } = transactions.get(id)!
  transactions.delete(id)
  try {
    if (how === 'rollback') await inside.rollback()
  } finally {
    leave()
  }
  await left
}
