import { afterEach, expect, test } from 'bun:test'
import Stripe from 'stripe'
import { StripeCheckout } from '../../src/billing/stripe.ts'
import { BodyReader } from '../../src/http/body.ts'
import { Connection, head, parsed } from '../support/connection.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

const LONG = 3_600_000
const SHORT = 50
const SPEECH = ['/tts/bytes', '/tts/sse']
const BILLING = ['/billing/checkout', '/billing/stripe/webhook']
const CLONE = '/voices/clone' // has a patience of its own while the server runs

let service: Service
let member: Member
async function start(bodies: BodyReader): Promise<void> {
  const checkout = new StripeCheckout(new Stripe('sk_test_none'), 'whsec_none')
  service = await startService({ bodies, checkout })
  member = await service.member(1000)
}
afterEach(() => service.close())

/** Begins a request, and sends a part of its body. */
function begin(path: string): Connection {
  const connection = new Connection(service.url)
  connection.send(`${head(path, member.key, 1000)}{"model_id": `)
  return connection
}

async function expectLastWords(connection: Connection, status: number, error: string): Promise<void> {
  const answer = await connection.answer
  expect(parsed(answer)).toMatchObject({ status, body: { error } })
  expect(answer).toMatch(/^connection: close\r$/im)
  await connection.closed
}

test.each([...SPEECH, ...BILLING])(
  'a body that does not come in is not waited for: POST %s',
  async (path) => {
    await start(new BodyReader({ body: SHORT, stop: LONG }))
    await expectLastWords(begin(path), 408, 'request_timeout')
  },
)

test('a body that comes in drop by drop is not waited for either', async () => {
  await start(new BodyReader({ body: SHORT, stop: LONG }))
  const connection = begin('/tts/bytes')
  const drops = setInterval(() => connection.send(' '), SHORT / 5)
  await connection.closed
  clearInterval(drops)
})

test.each([...SPEECH, ...BILLING, CLONE])('a server that stops waits no longer: POST %s', async (path) => {
  const bodies = new BodyReader({ body: LONG, stop: SHORT })
  await start(bodies)
  const connection = begin(path)
  await connection.begun
  bodies.leave()
  await expectLastWords(connection, 503, 'service_stopping')
  await expectLastWords(begin(path), 503, 'service_stopping')
})

test('a body that comes in while the server stops is taken', async () => {
  const bodies = new BodyReader({ body: LONG, stop: LONG })
  await start(bodies)
  bodies.leave()
  expect((await post(`${service.url}/tts/bytes`, member.key, goodRequest)).status).toBe(200)
})
