import type { TObject, TSchema } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/value'

/** A field with this many wrong letters or fewer is still recognised. */
const MOST_WRONG = 2

/** What is wrong with a field of a config.json, and what to write. It does not quote the value, which may be a key. */
export function problemInWords({ type, path, schema, message }: ValueError): string {
  const field = path.slice(1).replaceAll('/', '.')
  if (type === ValueErrorType.ObjectAdditionalProperties) return unknownField(field, schema as TObject)
  if (type === ValueErrorType.ObjectRequiredProperty) return `${field}: it is missing: ${wanted(schema)}`
  const form = wanted(schema)
  return form === '' ? `${field || 'the file'}: ${message}` : `${field}: ${form}`
}

function unknownField(field: string, { properties }: TObject): string {
  const known = Object.keys(properties)
  const name = field.slice(field.lastIndexOf('.') + 1)
  const list = `the fields that exist here are ${known.join(', ')}`
  if (/key|token|secret/i.test(name) && known.includes('api_key_env'))
    return `${field}: there is no such field: put the NAME of an environment variable that has the key into api_key_env; ${list}`
  const nearest = nearestOf(name, known)
  return nearest === undefined
    ? `${field}: there is no such field: ${list}`
    : `${field}: there is no such field: did you mean ${nearest}? (${list})`
}

/** The name that was probably meant; undefined: none of them. */
function nearestOf(name: string, known: readonly string[]): string | undefined {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  const distances = known.map((each) => {
    const other = each.replaceAll('_', '')
    const isPart = plain.length > 3 && (other.includes(plain) || plain.includes(other))
    return { each, distance: isPart ? 1 : distance(plain, other) }
  })
  const best = distances.reduce((near, each) => (each.distance < near.distance ? each : near))
  return best.distance <= Math.min(MOST_WRONG, plain.length / 2) ? best.each : undefined
}

/**
 * Letters to change, add or leave out to make one word another (Levenshtein, 1966). This is shorter than what a package would
 * add to licences and audits.
 */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j++)
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (one[i] === other[j] ? 0 : 1)))
    row = next
  }
  return row[other.length]!
}

/** What a field is to have, with an example; empty where the schema says nothing of it. */
function wanted({ description = '', examples = [], anyOf, type, minimum, maximum }: TSchema): string {
  if (anyOf !== undefined)
    return `set it to one of ${(anyOf as TSchema[]).map((each) => JSON.stringify(each.const)).join(', ')}`
  const [example] = examples as unknown[]
  const forms = [
    ...(type === 'integer' || type === 'number' ? [numberInWords(type, minimum, maximum)] : []),
    ...(type === 'boolean' ? ['true or false'] : []),
    ...(example === undefined ? [] : [`one such as ${JSON.stringify(example)}`]),
  ]
  const [form] = forms
  return [...(form === undefined ? [] : [`write ${form}`]), description.replace(/\.$/, '')]
    .filter((sentence) => sentence !== '')
    .join('. ')
}

function numberInWords(type: 'integer' | 'number', minimum?: number, maximum?: number): string {
  const what = type === 'integer' ? 'a whole number' : 'a number above 0'
  if (minimum === undefined) return what
  return maximum === undefined ? `${what} of at least ${minimum}` : `${what} from ${minimum} to ${maximum}`
}
