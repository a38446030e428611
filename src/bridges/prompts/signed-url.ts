import { timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../../http/errors.ts'
import { PROMPT_FILES, type Prompt } from './prompt-request.ts'

/**
 * The most characters of a token. The text of any turn fits, and the URL has fewer than the 8,000 characters that proxies
 * and switches take.
 */
const MAX_TOKEN = 6000
/** A token: the prompt as JSON in base64url, its signature, and the ending of a file name. */
const SHAPE = /^([\w-]+)\.([\w-]{43})\.(\w{3})$/

const ADVICE = 'POST /tts/prompt returns a new URL.'

/** The content of a token. */
export interface SignedPrompt {
  readonly prompt: Prompt
  /** The id of the key that asked for the URL. */
  readonly keyId: string
  /** Milliseconds since 1970. */
  readonly expires: number
}

/** The JSON in a token. */
interface Payload {
  readonly transcript: string
  readonly voice: string
  readonly language?: string
  readonly format: Prompt['format']
  readonly key: string
  /** Seconds since 1970. */
  readonly expires: number
}

/** Makes and reads the tokens of URLs. Making one takes the secret. */
export class SignedUrls {
  readonly #secret: string
  readonly #now: () => number

  /** @param now milliseconds since 1970 */
  constructor(secret: string, now: () => number = Date.now) {
    this.#secret = secret
    this.#now = now
  }

  /**
   * The token of a prompt. It has only letters, digits, "-", "_" and ".", which need no escape in XML or a dialplan.
   *
   * @param life seconds for which the token is good
   * @throws ServiceError input_too_long
   */
  token({ transcript, voiceId, language, format }: Prompt, keyId: string, life: number): SignedToken {
    const expires = Math.floor(this.#now() / 1000) + life
    const said: Payload = { transcript, voice: voiceId, language, format, key: keyId, expires }
    const payload = Buffer.from(JSON.stringify(said)).toString('base64url')
    const token = `${payload}.${this.#signature(payload)}.${PROMPT_FILES[format].extension}`
    if (token.length > MAX_TOKEN) throw tooLong()
    return { token, expires: expires * 1000 }
  }

  /**
   * The content of a token.
   *
   * @throws ServiceError invalid_prompt if the token was made with another secret, or was changed; prompt_expired
   */
  read(token: string): SignedPrompt {
    const [, payload, signature, extension] = SHAPE.exec(token) ?? []
    if (payload === undefined || !isSame(signature!, this.#signature(payload))) throw invalid()
    const { transcript, voice, language, format, key, expires }: Payload = JSON.parse(
      Buffer.from(payload, 'base64url').toString(),
    )
    if (PROMPT_FILES[format].extension !== extension) throw invalid()
    if (this.#now() >= expires * 1000) throw expired(expires * 1000)
    return {
      prompt: { transcript, voiceId: voice, language, format },
      keyId: key,
      expires: expires * 1000,
    }
  }

  /** The whole seconds until a moment (milliseconds since 1970). */
  secondsUntil(expires: number): number {
    return Math.floor((expires - this.#now()) / 1000)
  }

  #signature(payload: string): string {
    return new Bun.CryptoHasher('sha256', this.#secret).update(payload).digest('base64url')
  }
}

/** A prompt's signed token, and when it expires. */
export interface SignedToken {
  readonly token: string
  /** Milliseconds since 1970. */
  readonly expires: number
}

/** Compares two signatures of the same length in constant time. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

function invalid(): ServiceError {
  return new ServiceError('invalid_prompt', 'This URL was not signed by this server, or was changed.', {
    detail: `Use the URL exactly as it was given. ${ADVICE}`,
  })
}

function expired(at: number): ServiceError {
  return new ServiceError('prompt_expired', `This URL was good until ${new Date(at).toISOString()}.`, {
    detail: ADVICE,
  })
}

function tooLong(): ServiceError {
  return new ServiceError('input_too_long', 'The text is too long for a URL.', {
    detail: 'Split the text: about 900 characters of prose, or 130 digits, fit in one prompt.',
  })
}
