import { goodRequest } from './request.ts'

/** About the size limit of a body or frame (bytes), minus the rest of the request. */
const ROOM = 64_000
const DEEP = 32_000

function filled(open: string, unit: string | ((index: number) => string), close: string): string {
  let json = open
  for (let index = 0; ; index++) {
    const next = typeof unit === 'string' ? unit : unit(index)
    if (Buffer.byteLength(json) + next.length + close.length > ROOM) break
    json += next
  }
  return json + close
}

/** Values of every type, depth and size, as JSON. */
export const HOSTILE_VALUES: Readonly<Record<string, string>> = {
  null: 'null',
  true: 'true',
  false: 'false',
  zero: '0',
  'minus zero': '-0',
  'a fraction': '0.1',
  'a number without end': filled('', '9', ''),
  'a fraction without end': filled('0.', '3', ''),
  'an exponent without end': filled('1e', '9', ''),
  'an empty text': '""',
  'a long text': filled('"', 'ab ', '"'),
  'a text of one word': filled('"', 'a', '"'),
  'a long language tag': filled('"en', '-abcdefgh', '"'),
  'long white space': filled('"', ' ', '"'),
  'lone surrogates': filled('"', '\\ud800', '"'),
  'control characters': filled('"', '\\u0000', '"'),
  'quotes and backslashes': filled('"', '\\"\\\\', '"'),
  umlauts: filled('"', 'ä', '"'),
  'brackets in a text': filled('"', '[{', '"'),
  '[DONE]': filled('"', '[DONE]', '"'),
  __proto__: '"__proto__"',
  'an empty array': '[]',
  'a wide array': filled('[1', ',1', ']'),
  'many arrays': filled('[1', ',[]', ']'),
  'many objects': filled('[1', (index) => `,{"${index.toString(36)}":1}`, ']'),
  'an empty object': '{}',
  'many keys': filled('{"a":1', (index) => `,"${index.toString(36)}b":1`, '}'),
  'the same key often': filled('{"a":1', ',"a":1', '}'),
  'numbers as keys': filled('{"a":1', (index) => `,"${index * 100_003}":1`, '}'),
  'an own __proto__': '{"__proto__":{"mode":"id","id":"x"},"toString":1,"constructor":null}',
  'nested arrays': `${'['.repeat(20)}${']'.repeat(20)}`,
  'deep arrays': `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  'deep objects': `${'{"a":'.repeat(DEEP / 3)}1${'}'.repeat(DEEP / 3)}`,
  'brackets that are never closed': '['.repeat(ROOM),
}

const PLACE = '"@"'

/** A request with a JSON value in one field. A name such as `voice.mode` means a nested field. */
export function requestWith(field: string, json: string, more: object = {}): string {
  const output_format = { ...goodRequest.output_format, container: 'raw' }
  const request: Record<string, unknown> = { ...goodRequest, output_format, ...more }
  const [outer, inner] = field.split('.') as [string, string?]
  request[outer] = inner === undefined ? '@' : { ...(request[outer] as object), [inner]: '@' }
  return JSON.stringify(request).replace(PLACE, () => json)
}
