// jambonz's speech-utils as its feature server uses them, with a custom vendor. Runs on Node.
import { readFileSync, unlinkSync } from 'node:fs'
// @ts-expect-error: it has no types.
import synthAudio from '@jambonz/speech-utils/lib/synth-audio.js'
import { digest, play, setting } from './scenario.ts'
import { DATE, SSML } from './texts.ts'

const { key, voice } = setting()

/** A cache that has nothing, in the place of Redis. */
const cache = { get: async () => null, setex: async () => 'OK' }
const stats = { increment() {}, histogram() {} }

/** What jambonz plays to the caller, told by its digest and the end of its name. */
async function say(text: string, { language, token = key }: { language?: string; token?: string } = {}) {
  const { filePath } = await synthAudio(cache, null, null, null, stats, {
    account_sid: 'account',
    vendor: 'custom:purr',
    credentials: { vendor: 'custom:purr', auth_token: token, custom_tts_url: process.env.BRIDGE },
    language,
    voice,
    text,
    disableTtsCache: true,
    disableTtsStreaming: true,
  })
  try {
    return { audio: digest([readFileSync(filePath)]), extension: filePath.split('.').at(-1) }
  } finally {
    unlinkSync(filePath)
  }
}

export const scenarios = {
  american: () => say(DATE, { language: 'en-US' }),
  british: () => say(DATE, { language: 'en-GB' }),
  german: () => say(DATE, { language: 'de-DE' }),
  withoutLanguage: () => say(DATE),
  ssml: () => say(SSML),
  wrongKey: () => say(DATE, { token: `${key.slice(0, -1)}_` }).catch(({ statusCode }) => statusCode),
  wrongLanguage: () => say(DATE, { language: 'english' }).catch(({ statusCode }) => statusCode),
}

void play(scenarios)
