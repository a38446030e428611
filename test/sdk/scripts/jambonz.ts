// jambonz's speech-utils as its feature server uses them, with a custom vendor. Runs on Node.
import { readFileSync, unlinkSync } from 'node:fs'
// @ts-expect-error: it has no types.
import synthAudio from '@jambonz/speech-utils/lib/synth-audio.js'
import { digest, play, setting } from './scenario.ts'
import { DATE, SSML, TOO_LONG } from './texts.ts'

const { url, key, voice, poorKey } = setting()

/** A cache that has nothing, in the place of Redis. */
const cache = { get: async () => null, setex: async () => 'OK' }
const stats = { increment() {}, histogram() {} }

interface Call {
  readonly language?: string
  readonly named?: string
  readonly token?: string
}

/** What jambonz plays to the caller, told by its digest and the end of its name. */
async function say(text: string, { language, named = voice, token = key }: Call = {}) {
  const { filePath } = await synthAudio(cache, null, null, null, stats, {
    account_sid: 'account',
    vendor: 'custom:purr',
    credentials: { vendor: 'custom:purr', auth_token: token, custom_tts_url: `${url}/jambonz/tts` },
    language,
    voice: named,
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

/** The status with which a text is refused. */
function refused(text: string, call: Call): Promise<unknown> {
  return say(text, call).catch(({ statusCode }) => statusCode)
}

export const scenarios = {
  american: () => say(DATE, { language: 'en-US' }),
  british: () => say(DATE, { language: 'en-GB' }),
  german: () => say(DATE, { language: 'de-DE' }),
  withoutLanguage: () => say(DATE),
  named: () => say(DATE, { named: 'Kathleen' }),
  ssml: () => say(SSML),
  wrongKey: () => refused(DATE, { token: `${key.slice(0, -1)}_` }),
  wrongLanguage: () => refused(DATE, { language: 'english' }),
  wrongVoice: () => refused(DATE, { named: 'Nobody' }),
  tooLong: () => refused(TOO_LONG, {}),
  poor: () => refused(DATE, { token: poorKey }),
}

void play(scenarios)
