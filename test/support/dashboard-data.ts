import { eq } from 'drizzle-orm'
import { authorize, type Caller } from '../../src/accounts/authorize.ts'
import { renew } from '../../src/accounts/heartbeat.ts'
import { createKey } from '../../src/accounts/keys.ts'
import { firstProject } from '../../src/accounts/organizations.ts'
import { createProject } from '../../src/accounts/projects.ts'
import { buy, purchase, purchaseOfPayment } from '../../src/accounts/purchases.ts'
import { reverse } from '../../src/accounts/reversals.ts'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { organizations } from '../../src/storage/schema.ts'
import { UsageRecorder } from '../../src/usage/recorder.ts'
import { TurnUsage } from '../../src/usage/turn-usage.ts'
import { CONSENT_STATEMENT } from '../../src/voices/consent-statement.ts'
import { makePerson, post, type TestPerson } from './people.ts'
import { seeded } from './random.ts'
import type { Member, Service } from './service.ts'

const HOUR = 3_600_000
const DAYS = 8
/** Names that are longer, or written otherwise, than those a designer thinks of. */
const LONG_NAME = 'Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüsselbund'
const RIGHT_TO_LEFT = 'مشروع خدمة العملاء'

/**
 * Fills an organization as one that has used Purr for a week: keys of several projects, speech by hour, purchases of which one
 * was paid back, people, invitations, and a voice of whatever its cloner makes.
 *
 * @returns the operator, who is an owner of it too
 */
export async function furnish(service: Service, member: Member): Promise<TestPerson> {
  const { organizationId } = member
  const { db } = service.storage
  await db.update(organizations).set({ name: 'Acme' }).where(eq(organizations.id, organizationId))
  const operator = await makePerson(service, { organizationId, isOperator: true, name: 'Grace Hopper' })
  await makePerson(service, { organizationId, role: 'member', name: 'Alan Turing' })
  await makePerson(service, { organizationId, role: 'member', name: LONG_NAME })
  const invited = { email: `${LONG_NAME.slice(0, 50)}@example.com`, role: 'member' }
  await operator.fetch(`/management/organizations/${organizationId}/invitations`, post(invited))
  await speakForDays(service, [member, ...(await keysOf(service, member))])
  await buyCredits(service, organizationId)
  await clone(operator, organizationId)
  for (const name of [LONG_NAME, `${RIGHT_TO_LEFT} 🐈`, 'Phones of the northern branch'])
    await operator.fetch('/management/organizations', post({ name }))
  return operator
}

async function keysOf({ storage: { db } }: Service, { organizationId }: Member): Promise<Caller[]> {
  const callers: Caller[] = []
  const first = (await firstProject(db, organizationId))!
  const names = [['Phone bridge', 'Nightly tests'], ['Website 🐈'], [RIGHT_TO_LEFT, LONG_NAME]]
  for (const [at, project] of [undefined, 'Website', RIGHT_TO_LEFT].entries()) {
    const made = project === undefined ? { id: first } : await createProject(db, organizationId, project)
    if (typeof made === 'string') throw new Error(made)
    for (const name of names[at]!) callers.push((await authorize(db, await createKey(db, made.id, name)))!)
  }
  return callers
}

/** Has each key speak as phones ring: by day more than by night, with an error now and then. */
async function speakForDays({ storage: { db }, turns }: Service, callers: readonly Caller[]): Promise<void> {
  const random = seeded(15)
  const processId = crypto.randomUUID()
  await renew(db, processId)
  const end = Date.now()
  let now = end - DAYS * 24 * HOUR
  const time = () => now
  const recorder = new UsageRecorder({ db, processId, log: turns.log, now: time, elapsed: time })
  const voices = catalogue().slice(0, 3)
  for (let hour = now; hour < end; hour += HOUR) {
    const busy = 1 + Math.sin(((new Date(hour).getUTCHours() - 6) / 12) * Math.PI)
    for (const [place, caller] of callers.entries()) {
      const count = Math.ceil((busy * 5 * random()) / (place + 1))
      now = Math.min(hour + random() * HOUR, end - 5000)
      for (let turn = 0; turn < count; turn++) {
        const usage = new TurnUsage(recorder, caller, 'gepard-1.0')
        usage.resolved(voices[Math.floor(random() * voices.length)]!.id, 'gepard-1.0')
        usage.slotTaken()
        usage.begun(0.015 + 0.05 * random() ** 3)
        usage.captured(Math.round(40 + 200 * random()))
        if (random() < 0.02) usage.failed(random() < 0.5 ? 'upstream_unavailable' : 'turn_too_slow')
        now += 1000
        usage.ended(4)
      }
    }
  }
  recorder.refused(callers[0]!, 'requestsPerMinute')
  recorder.refused(callers[0]!, 'concurrency')
  await recorder.flush()
}

async function buyCredits({ storage: { db } }: Service, organizationId: string): Promise<void> {
  for (const [at, cents] of [2500, 10_000, 500].entries()) {
    const reference = `${organizationId}-${at}`
    await buy(db, organizationId, { cents, provider: 'stripe', reference, payment: reference })
  }
  const id = (await purchaseOfPayment(db, 'stripe', `${organizationId}-2`))!
  await reverse(db, id, {
    cents: 500,
    provider: 'stripe',
    reference: `back-${organizationId}`,
    isOver: false,
  })
  const reason = 'A warm welcome, and an apology for the outage of the third of November'
  const reference = `grant-${organizationId}`
  await purchase(db, organizationId, { credits: 250_000, cents: 0, provider: 'operator', reference, reason })
}

async function clone(owner: TestPerson, organizationId: string): Promise<void> {
  const form = new FormData()
  form.set('name', 'Ann')
  form.set('language', 'en')
  form.set('consent_speaker', 'Ann Smith')
  form.set('consent', CONSENT_STATEMENT.version)
  form.set('clip', new Blob(['a recording']), 'ann.wav')
  const answer = await owner.fetch(`/management/organizations/${organizationId}/voices`, {
    method: 'POST',
    body: form,
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}

const TURN = { model: 'gepard-1.0', transport: 'websocket', phase: 'speaking', late: 0 } as const

/** Turns that go on for as long as the service does. */
export function speakNow({ turns: { running } }: Service, { organizationId }: Member): void {
  const started = performance.now()
  for (const [at, { name }] of catalogue().slice(0, 6).entries())
    running.begin(() => {
      const seconds = (performance.now() - started) / 1000 + at
      const state = {
        id: `turn ${at}`,
        organizationId,
        voice: name,
        seconds,
        made: seconds * 2,
        sent: seconds,
      }
      const isWaiting = at === 5
      return {
        ...TURN,
        ...state,
        firstAudio: 0.021,
        ...(isWaiting && { phase: 'waiting', firstAudio: undefined }),
      }
    })
}
