import { describe, expect, test } from 'bun:test'
import { fileAnswer } from '../../../src/bridges/prompts/file-answer.ts'

const bytes = Buffer.from('0123456789')
const etag = fileAnswer(request({}), file()).headers.get('etag')!

function file(maxAge = 60) {
  return { bytes, contentType: 'audio/wav', maxAge }
}

function request(headers: Record<string, string>, method = 'GET'): Request {
  return new Request('http://127.0.0.1/tts/prompt', { method, headers })
}

async function answered(headers: Record<string, string>): Promise<readonly [number, string, string | null]> {
  const answer = fileAnswer(request(headers), file())
  return [answer.status, await answer.text(), answer.headers.get('content-range')]
}

const WHOLE = [200, '0123456789', null] as const

describe('a range', () => {
  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=9-9', '9', 'bytes 9-9/10'],
    ['bytes=8-100', '89', 'bytes 8-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-100', '0123456789', 'bytes 0-9/10'],
    ['Bytes=1-2', '12', 'bytes 1-2/10'],
    [' bytes=1-2 ', '12', 'bytes 1-2/10'],
    ['bytes=0-99999999999999999999999999', '0123456789', 'bytes 0-9/10'],
  ])('%s is sent alone', async (range, part, said) => {
    expect(await answered({ range })).toEqual([206, part, said])
  })

  test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0', 'bytes=99999999999999999999999999-'])(
    '%s has nothing of the file, which says its length',
    async (range) => {
      const answer = fileAnswer(request({ range }), file())
      expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10'])
      expect(answer.headers.get('content-type')).toStartWith('application/json')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.json()).toMatchObject({ error: 'invalid_range' })
    },
  )

  test.each([
    'bytes=3-1',
    'bytes=0-1,4-5',
    'bytes=-',
    'bytes=a-b',
    'bytes=1.5-2',
    'bytes= 0-1',
    'samples=0-1',
    'x',
    '',
  ])('%j is none: the file is sent whole', async (range) => {
    expect(await answered({ range })).toEqual(WHOLE)
  })

  test('of another file is none, that of this file is', async () => {
    expect(await answered({ range: 'bytes=0-1', 'if-range': '"another"' })).toEqual(WHOLE)
    expect(await answered({ range: 'bytes=0-1', 'if-range': `W/${etag}` })).toEqual(WHOLE)
    expect(await answered({ range: 'bytes=0-1', 'if-range': etag })).toEqual([206, '01', 'bytes 0-1/10'])
  })
})

describe('a file that the client has', () => {
  test.each([
    ['its tag', etag],
    ['a weak one', `W/${etag}`],
    ['one of several', `"another", ${etag}`],
    ['any', '*'],
  ])('is not sent again: %s', async (_, condition) => {
    const answer = fileAnswer(request({ 'if-none-match': condition, range: 'bytes=0-1' }), file())
    expect([answer.status, await answer.text()]).toEqual([304, ''])
    expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([
      etag,
      'public, max-age=60',
    ])
  })

  test.each(['"another"', etag.slice(1, -1), '', '"'])('is not %s', async (condition) => {
    expect(await answered({ 'if-none-match': condition })).toEqual(WHOLE)
  })
})

test('HEAD has the headers of the whole file and no body, whatever the range', async () => {
  const answer = fileAnswer(request({ range: 'bytes=0-1' }, 'HEAD'), file())
  expect([answer.status, await answer.text()]).toEqual([200, ''])
  expect(Object.fromEntries(answer.headers)).toEqual({
    etag,
    'cache-control': 'public, max-age=60',
    'accept-ranges': 'bytes',
    'content-type': 'audio/wav',
    'content-length': '10',
  })
})

test('files that differ have tags that differ', () => {
  const other = fileAnswer(request({}), { ...file(), bytes: Buffer.from('0123456780') })
  expect(other.headers.get('etag')).not.toBe(etag)
})
