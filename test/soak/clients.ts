/**
 * A program: mixed clients of a server, which the parent process tells how many there should be. Its argument is the
 * server.
 */

import { seeded } from '../support/random.ts'
import { Client } from './client.ts'
import { Journal, type Reading } from './journal.ts'

/** The server that the clients speak with. */
export interface Target {
  readonly url: string
  readonly key: string
}

/** A message from the parent process: the number of clients from now on, or a question for what was seen. */
export type Order = { readonly clients: number } | 'read'

process.on('disconnect', () => process.exit(0)) // the parent is gone
const { url, key }: Target = JSON.parse(process.argv[2]!)
const journal = new Journal()
const living = new Set<number>()
let wanted = 0

process.on('message', (order: Order) => {
  if (order === 'read') process.send!(journal.read() satisfies Reading)
  else {
    wanted = order.clients
    for (let index = 0; index < wanted; index++) if (!living.has(index)) void live(index)
  }
})

async function live(index: number): Promise<void> {
  living.add(index)
  await new Client(url, key, seeded(index), journal).live(() => index < wanted)
  living.delete(index)
}
