import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import { CONSENT_STATEMENT } from '../../src/voices/consent-statement.ts'
import { ControlledCloner } from '../support/controlled-cloner.ts'
import { eventually } from '../support/eventually.ts'
import { FORM_TYPE, formWith } from '../support/form.ts'
import { signIn } from '../support/people.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
let key: string
beforeAll(async () => {
  service = await startService({ cloner: new ControlledCloner() })
  key = (await createManagementKey(service.storage.db, null, 'onboarding'))!.key
})
afterAll(() => service.close())

/** What the management API answers to the operator's program. */
async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const isForm = body instanceof Uint8Array
  const answer = await fetch(`${service.url}/management/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(isForm && { 'content-type': FORM_TYPE }) },
    body: isForm ? body : body && JSON.stringify(body),
  })
  const text = await answer.text()
  expect([method, path, answer.ok || text]).toEqual([method, path, true])
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

interface Named {
  readonly id: string
  readonly name: string
}

test('a program with a management key does all that a person can', async () => {
  const { id } = await ask<Named>('POST', 'organizations', { name: 'Acme' })
  const acme = `organizations/${id}`
  await ask('PATCH', acme, { tier: 'tier3', own_limits: { concurrency: 7 } })
  expect((await ask<{ data: Named[] }>('GET', 'organizations?search=acme')).data).toMatchObject([
    { id, tier: 'tier3', limits: { concurrency: 7 } },
  ])

  const project = await ask<Named>('POST', `${acme}/projects`, { name: 'Phone bridge' })
  const made = await ask<Named & { key: string }>('POST', `${acme}/keys`, {
    name: 'bridge 1',
    project_id: project.id,
  })
  await ask('POST', `${acme}/credits`, { credits: 1000, reason: 'Welcome', reference: 'welcome-acme' })
  const spoken = await post(`${service.url}/tts/bytes`, made.key, goodRequest)
  expect([spoken.status, (await spoken.bytes()).length > 1000]).toEqual([200, true])

  const cost = goodRequest.transcript.length
  await eventually(async () => {
    const { spent } = await ask<{ spent: number }>('GET', `${acme}/credits`)
    return spent === cost
  })
  await service.turns.usage.flush()
  expect(await ask('GET', `${acme}/usage/groups`)).toMatchObject({
    data: [{ key_id: made.id, project_id: project.id, characters: cost }],
  })
  expect(await ask('GET', `${acme}/limits`)).toMatchObject({ limits: expect.anything() })

  const consent = { consent_speaker: 'Ann Smith', consent: CONSENT_STATEMENT.version }
  const voice = await ask<Named>('POST', `${acme}/voices`, formWith({ name: 'Ann', ...consent }))
  expect((await ask<{ data: Named[] }>('GET', `${acme}/voices?kind=own`)).data).toMatchObject([
    { name: 'Ann' },
  ])
  await ask('DELETE', `${acme}/voices/${voice.id}`)
  expect((await ask<{ data: Named[] }>('GET', `${acme}/voices?kind=own`)).data).toEqual([])

  const account = { email: 'ada@example.com', password: 'a warm roof in spring' }
  const { link } = await ask<{ link: string }>('POST', `${acme}/invitations`, {
    email: account.email,
    role: 'owner',
  })
  const accepted = { code: link.split('#')[1], name: 'Ada', password: account.password }
  await ask('POST', 'invitations/accept', accepted)
  expect((await ask<{ data: Named[] }>('GET', `${acme}/members`)).data).toMatchObject([
    { name: 'Ada', role: 'owner' },
  ])
  expect(await signIn(service.url, account)).toContain('purr_session')

  await ask('DELETE', `${acme}/keys/${made.id}`)
  expect((await post(`${service.url}/tts/bytes`, made.key, goodRequest)).status).toBe(401)
})
