import { describe, expect, test } from 'bun:test'
import { ServiceError } from '../../src/http/errors.ts'
import { parseForm } from '../../src/http/form.ts'
import { BOUNDARY, CLIP, FORM_TYPE, field, file, multipart } from '../support/form.ts'
import { seeded } from '../support/random.ts'

/** What a form's parts hold; a refusal is its code. */
async function read(
  body: Uint8Array,
  type: string | null = FORM_TYPE,
): Promise<Record<string, Buffer> | string> {
  try {
    const form = await parseForm(body, type)
    return Object.fromEntries([...form].map(([name, part]) => [name, Buffer.from(part.bytes)]))
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

const parts = [field('name', 'Ann'), file('clip', 'ann.wav', CLIP)]
const whole = multipart(parts)
const expected = { name: Buffer.from('Ann'), clip: CLIP }
const text = (body: string) => Buffer.from(body, 'latin1')

describe('a form is read', () => {
  test.each<[string, Uint8Array, string?]>([
    ['as libraries write it', whole],
    ['with a quoted boundary', whole, `multipart/form-data; boundary="${BOUNDARY}"`],
    ['with more parameters', whole, `multipart/form-data; charset=utf-8; boundary=${BOUNDARY}; x=y`],
    ['with its type in capitals', whole, `Multipart/Form-Data; Boundary=${BOUNDARY}`],
    ['with a preamble', Buffer.concat([text('This is a form.\r\n'), whole])],
    ['with an epilogue', Buffer.concat([whole, text('That was\r\na form.')])],
    ['without a last line end', whole.subarray(0, -2)],
    ['with the parts the other way round', multipart(parts.toReversed())],
    ['with parts that have no name', multipart([{ headers: ['X: y'], content: 'z' }, ...parts])],
    [
      'with header names in any case, and more headers',
      multipart(
        parts.map(({ headers, content }) => ({
          headers: ['X-Y: z', ...headers.map((line) => line.replace(/^[^:]+/, (name) => name.toUpperCase()))],
          content,
        })),
      ),
    ],
    [
      'with unquoted names',
      multipart(
        parts.map(({ headers, ...part }) => ({
          ...part,
          headers: headers.map((line) => line.replaceAll(/"(\w+)"/g, '$1')),
        })),
      ),
    ],
    [
      'with white space behind a boundary',
      text(whole.toString('latin1').replace(`--${BOUNDARY}\r\n`, `--${BOUNDARY}  \r\n`)),
    ],
    [
      'with the longest boundary',
      multipart(parts, 'b'.repeat(70)),
      `multipart/form-data; boundary=${'b'.repeat(70)}`,
    ],
    ['of as many parts as may be', multipart([...Array(30).fill(field('other', 'x')), ...parts])],
  ])('%s', async (_, body, type = FORM_TYPE) => {
    expect(await read(body, type)).toMatchObject(expected)
  })

  test.each([
    'ann.wav',
    '/home/ann/ann.wav',
    'C:\\Users\\ann.wav',
    'Ännchen.wav',
    'a; name=\\"name\\".wav',
    '',
  ])('with a file named %j', async (name) => {
    const encoded = Buffer.from(name).toString('latin1')
    expect(await read(multipart([parts[0]!, file('clip', encoded, CLIP)]))).toEqual(expected)
  })

  test('with the last of the parts that have the same name', async () => {
    expect(await read(multipart([field('name', 'Bob'), ...parts]))).toEqual(expected)
  })

  test('whatever place in it the parser is at when it rests', async () => {
    for (let shift = 0; shift < 80; shift++) {
      const filler = Buffer.alloc(262_144 - 400 - whole.length + shift, '-')
      const body = multipart([field('filler', filler), ...parts, field('filler', filler)])
      expect(await read(Buffer.concat([body, filler]))).toEqual({ ...expected, filler })
    }
  })
})

describe('a form is refused', () => {
  test.each<[string, Uint8Array, (string | null)?]>([
    ['without a type', whole, null],
    ['of another type', whole, 'application/x-www-form-urlencoded'],
    ['of another type of parts', whole, `multipart/mixed; boundary=${BOUNDARY}`],
    ['without a boundary', whole, 'multipart/form-data'],
    ['with an empty boundary', whole, 'multipart/form-data; boundary='],
    ['with an empty quoted boundary', whole, 'multipart/form-data; boundary=""'],
    ['with another boundary than it has', whole, 'multipart/form-data; boundary=other'],
    [
      'with too long a boundary',
      multipart(parts, 'b'.repeat(71)),
      `multipart/form-data; boundary=${'b'.repeat(71)}`,
    ],
    ['that is empty', text('')],
    ['that is JSON', text('{"name":"Ann"}')],
    ['with bare line feeds', text(whole.toString('latin1').replaceAll('\r\n', '\n'))],
    [
      'with a part that has headers only',
      text(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="name"\r\n--${BOUNDARY}--`),
    ],
    [
      'with headers that are too long',
      multipart([{ headers: [`X: ${'x'.repeat(9000)}`], content: '' }, ...parts]),
    ],
    ['with headers that are not UTF-8', multipart([file('clip', 'caf\xe9.wav', CLIP)])],
    ['of too many parts', multipart([...Array(31).fill(field('other', 'x')), ...parts])],
  ])('%s', async (_, body, type = FORM_TYPE) => {
    expect(await read(body, type)).toBe('invalid_form')
  })

  test('that breaks off anywhere', async () => {
    const content = multipart([field('name', 'Ann'), field('clip', 'clip')])
    for (let length = 0; length < content.length - 4; length++)
      expect(await read(content.subarray(0, length))).toBe('invalid_form')
  })
})

test('a form that is damaged anywhere is read or refused', async () => {
  const random = seeded(1)
  const pick = (count: number) => Math.floor(random() * count)
  const pieces = [
    `--${BOUNDARY}`,
    `--${BOUNDARY}--`,
    '\r\n',
    '\r\n\r\n',
    '"',
    ';',
    ':',
    '=',
    '\0',
    '\xff',
    '\\',
  ].map(text)
  for (let round = 0; round < 3000; round++) {
    let body: Buffer = whole
    for (let damages = 1 + pick(4); damages > 0; damages--) {
      const at = pick(body.length)
      const without = pick(2) * pick(20)
      body = Buffer.concat([body.subarray(0, at), pieces[pick(pieces.length)]!, body.subarray(at + without)])
    }
    const result = await read(body)
    if (typeof result === 'string') expect(result).toBe('invalid_form')
  }
})

test.each([
  ['a boundary that is made to be searched for slowly', 'a'.repeat(70), 'a'],
  ['beginnings of boundaries', 'b', '\r\n--'],
])('the event loop turns while 20 MB are read that have %s', async (_, boundary, filler) => {
  const body = multipart([field('clip', Buffer.alloc(20_000_000, filler))], boundary)
  let turns = 0
  let isRead = false
  const turn = () => {
    turns++
    if (!isRead) setImmediate(turn)
  }
  turn()
  const form = await read(body, `multipart/form-data; boundary=${boundary}`)
  isRead = true
  expect((form as Record<string, Buffer>).clip!.length).toBe(20_000_000)
  expect(turns).toBeGreaterThan(70)
})
