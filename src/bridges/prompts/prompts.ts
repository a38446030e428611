import { join } from 'node:path'
import { authorizeKeyId, authorizeRequestOfKeyId, type Caller } from '../../accounts/authorize.ts'
import { admitted } from '../../http/authentication.ts'
import { ServiceError, voiceNotFound } from '../../http/errors.ts'
import { TextStream } from '../../speech/text-stream.ts'
import { keptSecret } from '../../storage/kept-secret.ts'
import { StorageUnavailable, withAdvice } from '../../storage/unavailable.ts'
import type { Log } from '../../telemetry/log.ts'
import { chunksOf } from '../../tts/http-response.ts'
import { resolveVoice } from '../../tts/resolve-voice.ts'
import { checkTranscript } from '../../tts/transcript-buffer.ts'
import { type TurnServices, turnOfRequest } from '../../tts/turn.ts'
import { findVoice, type VoiceWithSpeaker } from '../../voices/voices.ts'
import { PROMPTS, PromptCache } from './prompt-cache.ts'
import { PROMPT_FILES, type Prompt } from './prompt-request.ts'
import { type SignedPrompt, type SignedToken, SignedUrls } from './signed-url.ts'

/** The secret that signs URLs, where none is configured. */
const SECRET = { file: 'prompt-secret', ends: 'the URLs of all prompts end' }

/** How prompts are signed and kept. */
export interface PromptOptions {
  readonly dataDir: string
  /** The secret that signs URLs. Undefined: one is made and kept in the data folder. */
  readonly secret: string | undefined
  /** Most bytes of audio that are kept. */
  readonly cacheBytes: number
  /** The URL at which clients reach the service, without a slash at its end. Undefined: that of their request. */
  readonly publicUrl: string | undefined
  /** The version of Purr, which decides how a text is read. Audio that another one has spoken is not used. */
  readonly version: string
  /** The fingerprint of the voice model. Audio that another model has spoken is not used. */
  readonly model: string
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** The headers of a response. */
type Headers = Record<string, string | number>

/** The URLs of phone prompts, and their audio, which is spoken once and then kept. */
export class Prompts {
  readonly urls: SignedUrls
  readonly #cache: PromptCache
  readonly #version: string
  readonly #model: string

  /** The URL at which clients reach the service. Undefined: that of their request. */
  readonly publicUrl: string | undefined

  private constructor(urls: SignedUrls, cache: PromptCache, options: PromptOptions) {
    const { version, model, publicUrl } = options
    this.urls = urls
    this.#cache = cache
    this.#version = version
    this.#model = model
    this.publicUrl = publicUrl
  }

  /** @throws StorageUnavailable if the data folder cannot be used */
  static async open(options: PromptOptions, log: Log): Promise<Prompts> {
    const { dataDir, secret, cacheBytes, now } = options
    try {
      const urls = new SignedUrls(secret ?? (await keptSecret(dataDir, SECRET)), now)
      return new Prompts(urls, await PromptCache.open(join(dataDir, PROMPTS), cacheBytes, log), options)
    } catch (error) {
      if (error instanceof StorageUnavailable) throw error
      throw new StorageUnavailable(
        `cannot keep phone prompts in DATA_DIR (${dataDir}): ${withAdvice(error)}`,
        {
          cause: error,
        },
      )
    }
  }

  /**
   * The token of a prompt's URL. A prompt that can never be spoken is refused here, not only when it is fetched.
   *
   * @param life seconds for which the URL is good
   * @throws ServiceError voice_not_found, invalid_language, missing_transcript, input_too_long; DatabaseUnavailable
   */
  async sign(services: TurnServices, caller: Caller, prompt: Prompt, life: number): Promise<SignedToken> {
    const { voiceId, language, transcript } = prompt
    const { model, locale, speaker } = await resolveVoice(services, caller.organizationId, {
      voiceId,
      language,
    })
    const text = new TextStream(locale, { pace: speaker.pace, hasSpeed: model.hasSpeed })
    await checkTranscript(text, transcript)
    return this.urls.token(prompt, caller.keyId, life)
  }

  /**
   * The audio of a prompt. If it is not kept, the request is counted and the text is charged. If it is being made with a key that is
   * revoked meanwhile, who waits for it with another key has it made again.
   *
   * @param headers of the response; a counted request adds its own
   * @throws ServiceError unauthorized, rate_limited, and the errors of a turn; DatabaseUnavailable
   */
  async audio(services: TurnServices, signed: SignedPrompt, headers: Headers): Promise<Uint8Array> {
    const { db } = services
    const { prompt, keyId } = signed
    const caller = await authorizeKeyId(db, keyId)
    if (caller === undefined) throw keyRevoked()
    const voice = await findVoice(services, caller.organizationId, prompt.voiceId)
    if (voice === undefined) throw voiceNotFound()
    let isMaking = false
    const make = async () => {
      isMaking = true
      const counted = await authorizeRequestOfKeyId(db, keyId)
      if (counted === undefined) throw keyRevoked()
      return spoken(services, admitted(services.usage, counted, headers), prompt)
    }
    try {
      return await this.#cache.get(this.#idOf(prompt, caller, voice), make)
    } catch (error) {
      const isOfAnotherKey = !isMaking && error instanceof ServiceError && error.code === 'unauthorized'
      if (!isOfAnotherKey) throw error
      return this.audio(services, signed, headers)
    }
  }

  /** The id of a prompt's audio. It is different for different audio, and for different organizations. */
  #idOf(prompt: Prompt, { organizationId }: Caller, { id, language, speaker }: VoiceWithSpeaker): string {
    const { transcript, format } = prompt
    const spokenBy = [this.#version, this.#model, organizationId, id, speaker]
    const made = [...spokenBy, prompt.language ?? language, format, transcript]
    return `${organizationId}-${new Bun.CryptoHasher('sha256').update(JSON.stringify(made)).digest('hex')}`
  }
}

/**
 * Speaks a prompt to its end. It goes on if the listener leaves, because others may be waiting for the same audio.
 *
 * @throws ServiceError of the turn, which then costs nothing
 */
async function spoken(services: TurnServices, caller: Caller, prompt: Prompt): Promise<Uint8Array> {
  const { transcript, voiceId, language, format } = prompt
  const speech = { transcript, voiceId, language, format: PROMPT_FILES[format].format }
  const turn = turnOfRequest(services, { caller, transport: 'prompt' }, speech, new AbortController().signal)
  try {
    const chunks = await chunksOf(turn)
    for (const chunk of chunks) turn.delivered(chunk)
    return Buffer.concat(chunks.map(({ audio }) => audio))
  } finally {
    void turn.end() // the client does not wait for the settlement
  }
}

function keyRevoked(): ServiceError {
  return new ServiceError('unauthorized', 'The API key with which this URL was made has been revoked.', {
    detail: 'POST /tts/prompt with a valid key returns a new one.',
  })
}
