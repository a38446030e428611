import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { checkConfig } from '../../../../src/engines/model-config.ts'
import { OPENAI } from '../../../../src/engines/remote/openai/openai.ts'
import { ModelError } from '../../../../src/engines/shared/engine-kind.ts'

const README = join(import.meta.dir, '../../../../src/engines/remote/README.md')
const VOICES = [{ name: 'Heart', voice: 'af_heart', language: 'en-US' }]
const LEAST = { engine: 'openai', urls: ['http://far:8080/v1'], model: 'kokoro', voices: VOICES }

const check = (config: unknown) => checkConfig(config, OPENAI.schema, 'config.json')

test('the example of the README is a configuration', async () => {
  const readme = await Bun.file(README).text()
  const examples = Array.from(readme.matchAll(/```json\n(.*?)```/gs), ([, example]) => JSON.parse(example!))
  const own = examples.filter(({ engine }) => engine === 'openai')
  expect(own).not.toBeEmpty()
  for (const example of own) expect(check(example)).toEqual(example)
})

test('every field has its place', () => {
  const config = {
    ...LEAST,
    languages: ['en', 'yue'],
    api_key_env: 'KOKORO_KEY',
    first_audio_timeout_ms: 3000,
    idle_timeout_ms: 1000,
    max_streams: 12,
    stream_format: 'sse',
    sample_rate: 44_100,
    takes_speed: true,
    word_times: true,
    frames_per_second: 12.5,
    extra: { language: 'German', normalization_options: { normalize: false }, seed: 7 },
  }
  expect<unknown>(check(config)).toEqual(config)
})

test.each([
  ['urls', { urls: [] }],
  ['urls', { urls: 'http://far:8080/v1' }],
  ['urls.0', { urls: ['far:8080'] }],
  ['urls', { urls: ['http://far/v1', 'http://far/v1'] }],
  ['model', { model: '' }],
  ['languages.0', { languages: ['German'] }],
  ['max_streams', { max_streams: 0 }],
  ['stream_format', { stream_format: 'websocket' }],
  ['frames_per_second', { frames_per_second: 0 }],
  ['api_key', { api_key: 'sk-secret' }],
])('a wrong %s is named: %j', (field, wrong) => {
  const config = { ...LEAST, ...wrong }
  expect(() => check(config)).toThrow(ModelError)
  expect(() => check(config)).toThrow(`config.json: ${field}: `)
  expect(() => check(config)).not.toThrow('secret')
})
