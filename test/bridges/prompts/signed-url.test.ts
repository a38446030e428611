import { describe, expect, test } from 'bun:test'
import type { Prompt } from '../../../src/bridges/prompts/prompt-request.ts'
import { SignedUrls } from '../../../src/bridges/prompts/signed-url.ts'
import { ServiceError } from '../../../src/http/errors.ts'

const START = Date.UTC(2026, 0, 1)
const KEY = 'a596a5d4-f868-42a0-8570-e939b9e35e2d'
const prompt: Prompt = {
  transcript: 'Grüße, "Dr. Smith" & <you>; it’s 5:30 😀',
  voiceId: 'fa9272c5-be53-4d61-8e61-214208929493',
  language: 'de-DE',
  format: 'wav_mulaw_8000',
}

let now = START
const urls = new SignedUrls('secret', () => now)

function tokenOf(changes: Partial<Prompt> = {}, life = 60): string {
  now = START
  return urls.token({ ...prompt, ...changes }, KEY, life).token
}

function refusal(token: string, by = urls): string {
  try {
    by.read(token)
    return 'none'
  } catch (error) {
    return error instanceof ServiceError ? error.code : String(error)
  }
}

test('what is signed is read as it was', () => {
  const { token, expires } = urls.token(prompt, KEY, 60)
  expect(expires).toBe(START + 60_000)
  expect(urls.read(token)).toEqual({ prompt, keyId: KEY, expires })
  expect(urls.read(tokenOf({ language: undefined })).prompt.language).toBeUndefined()
})

test('a token has nothing that XML, a dialplan or a shell would read otherwise, and ends as a file does', () => {
  for (const transcript of [prompt.transcript, '>>>???~~~', '\ud800', '\0\n\t', 'a'.repeat(1000)])
    expect(tokenOf({ transcript })).toMatch(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}\.wav$/)
})

test('it is good until its time is over, to the second', () => {
  const token = tokenOf({}, 60)
  const codes = [0, 59_999, 60_000, 1e12].map((passed) => {
    now = START + passed
    return refusal(token)
  })
  expect(codes).toEqual(['none', 'none', 'prompt_expired', 'prompt_expired'])
})

test('the clock counts whole seconds, so that it is never good for longer than was asked', () => {
  now = START + 900
  const { expires } = urls.token(prompt, KEY, 1)
  expect(expires).toBe(START + 1000)
})

describe('a token that was changed is refused', () => {
  const token = tokenOf()
  const [payload, signature] = token.split('.') as [string, string]
  const said = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const withFields = (changes: object) =>
    `${Buffer.from(JSON.stringify({ ...said, ...changes })).toString('base64url')}.${signature}.wav`

  test.each<[string, string]>([
    ['another text', withFields({ transcript: 'Send money.' })],
    ['another voice', withFields({ voice: '00000000-0000-0000-0000-000000000000' })],
    ['another language', withFields({ language: 'en' })],
    ['another format', withFields({ format: 'wav_l16_16000' })],
    ['another key', withFields({ key: crypto.randomUUID() })],
    ['a later end', withFields({ expires: said.expires + 1 })],
    ['a field more', withFields({ free: true })],
    ['another ending', `${payload}.${signature}.mp3`],
    ['a longer ending', `${token}v`],
    ['no ending', `${payload}.${signature}`],
    ['no signature', `${payload}..wav`],
    ['nothing', ''],
    ['only dots', '..'],
    ['no text', `.${signature}.wav`],
    ['a shorter signature', `${payload}.${signature.slice(0, -1)}.wav`],
    ['a longer signature', `${payload}.${signature}A.wav`],
    ['a signature of another writing', `${payload}.${lastBits(signature)}.wav`],
    ['padding', `${payload}=.${signature}.wav`],
    ['a signature of zeros', `${payload}.${'A'.repeat(43)}.wav`],
    ['the signature of another', `${payload}.${tokenOf({ transcript: 'Hello.' }).split('.')[1]}.wav`],
    ['two tokens', `${token}.${token}`],
    ['white space', `${token} `],
    ['a line end', `${token}\n`],
    ['another alphabet', token.replace(/[-_]/g, '+')],
    ['what is long', `${'A'.repeat(10_000)}.${signature}.wav`],
    ['what is no JSON', `${Buffer.from('{').toString('base64url')}.${signature}.wav`],
  ])('%s', (_, changed) => {
    now = START
    expect(changed).not.toBe(token)
    expect(refusal(changed)).toBe('invalid_prompt')
    expect(refusal(token)).toBe('none')
  })

  test('any one character', () => {
    now = START
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'A' ? 'B' : 'A'
      expect(refusal(token.slice(0, at) + other + token.slice(at + 1))).toBe('invalid_prompt')
    }
  })

  test('before it is looked at when it ends', () => {
    now = START + 1e9
    expect(refusal(withFields({ transcript: 'Send money.' }))).toBe('invalid_prompt')
  })

  test('the token of another secret', () => {
    now = START
    const others = new SignedUrls('another secret', () => now)
    expect(refusal(others.token(prompt, KEY, 60).token)).toBe('invalid_prompt')
    expect(refusal(token, new SignedUrls('secret', () => now))).toBe('none')
  })
})

test('a text that makes a URL too long is refused, a text of 46 seconds never', () => {
  const german = 'Übergrößenträger süßer Äpfel müssen für Öl zählen. '.repeat(20)
  expect(tokenOf({ transcript: german }).length).toBeLessThan(6000)
  let transcript = ' '.repeat(4000)
  let token = ''
  expect(() => {
    for (; ; transcript += ' ') token = tokenOf({ transcript })
  }).toThrow('too long for a URL')
  expect(token.length).toBeWithin(5999, 6001)
  expect(`${urls.read(token).prompt.transcript} `).toBe(transcript)
})

/** The same bytes in base64url with other bits after the last of them. */
function lastBits(signature: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(signature.at(-1)!)
  const changed = signature.slice(0, -1) + alphabet[last ^ 1]
  expect(Buffer.from(changed, 'base64url')).toEqual(Buffer.from(signature, 'base64url'))
  return changed
}
