import type { ShownDictionary } from '../../src/dictionaries/dictionaries.ts'
import type { Member, Service } from './service.ts'

/** Asks for something of the dictionaries of an organization, as a client does. */
export function askDictionaries(
  { url }: Service,
  { key }: Member,
  method: string,
  path = '',
  body?: unknown,
): Promise<Response> {
  return fetch(`${url}/pronunciation-dicts${path}`, {
    method,
    headers: { 'x-api-key': key },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Makes a dictionary. */
export async function makeDictionary(
  service: Service,
  member: Member,
  items: readonly object[],
  more: object = {},
): Promise<ShownDictionary> {
  const answer = await askDictionaries(service, member, 'POST', '', { name: 'Names', items, ...more })
  const body = await answer.json()
  if (answer.status !== 200) throw new Error(JSON.stringify(body))
  return body as ShownDictionary
}
