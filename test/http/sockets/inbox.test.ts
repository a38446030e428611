import { expect, test } from 'bun:test'
import { ALLOWANCES, Budgets } from '../../../src/http/sockets/budgets.ts'
import { Inbox } from '../../../src/http/sockets/inbox.ts'
import type { Message } from '../../../src/http/sockets/socket.ts'
import { eventually } from '../../support/eventually.ts'

/** An inbox that reads two messages at once and one each 10 ms, on a clock that stands still, and what it has read. */
function inboxOf() {
  const clock = { now: 0 }
  const socket = { ...ALLOWANCES.socket, frames: { rate: 100, burst: 1 } }
  const budget = new Budgets({ ...ALLOWANCES, socket }, () => clock.now).forSocket('one', 'proxy')
  const read: Message[] = []
  const inbox = new Inbox(budget, (message) => read.push(message))
  return { clock, inbox, read }
}

test('messages weigh what they have of text, and 200 bytes, until they are read in their order', async () => {
  const { clock, inbox, read } = inboxOf()
  for (const message of ['first', 'second', 'third', 'fourth']) inbox.push(message)
  expect(read).toEqual(['first', 'second'])
  expect(inbox.weight).toBe(205 + 206)
  clock.now += 10
  await eventually(() => read.length === 3)
  expect(inbox.weight).toBe(206)
  clock.now += 10
  await eventually(() => inbox.isEmpty)
  expect(read).toEqual(['first', 'second', 'third', 'fourth'])
  expect(inbox.weight).toBe(0)
})

test('what waits when the connection has gone is not read, and weighs nothing', async () => {
  const { clock, inbox, read } = inboxOf()
  for (const message of ['first', 'second', 'third']) inbox.push(message)
  inbox.clear()
  expect(inbox.weight).toBe(0)
  clock.now += 10
  inbox.push('fourth')
  expect(read).toEqual(['first', 'second', 'fourth'])
})
