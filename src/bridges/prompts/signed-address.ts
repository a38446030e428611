import { timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../../http/errors.ts'
import { PROMPT_FILES, type Prompt } from './prompt-request.ts'

/**
 * Most characters of a token. All that fits into a turn fits, and an address stays below what proxies and switches take
 * (8,000 at least).
 */
const MAX_TOKEN = 6000
/** What a token looks like: the prompt as JSON, its signature, and the ending of a file name, so that switches know the format. */
const SHAPE = /^([\w-]+)\.([\w-]{43})\.(\w{3})$/

const ADVICE = 'POST /tts/prompt gives a new address.'

/** What a token says. */
export interface SignedPrompt {
  readonly prompt: Prompt
  /** The key with which it was asked for. */
  readonly keyId: string
  /** Milliseconds since 1970. */
  readonly expires: number
}

/** What is written into a token. */
interface Payload {
  readonly transcript: string
  readonly voice: string
  readonly language?: string
  readonly format: Prompt['format']
  readonly key: string
  /** Seconds since 1970. */
  readonly expires: number
}

/** Makes the tokens of prompts' addresses, and reads them. Only who has the secret can make one. */
export class SignedAddresses {
  readonly #secret: string
  readonly #now: () => number

  /** @param now milliseconds since 1970 */
  constructor(secret: string, now: () => number = Date.now) {
    this.#secret = secret
    this.#now = now
  }

  /**
   * The token of a prompt. It is of letters, digits, "-", "_" and ".", which need no escape in XML or a dialplan.
   *
   * @param life seconds for which it is good
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
   * What a token says.
   *
   * @throws ServiceError invalid_prompt when it was not made with the secret, or was changed; prompt_expired
   */
  read(token: string): SignedPrompt {
    const [, payload, signature, extension] = (token.length <= MAX_TOKEN && SHAPE.exec(token)) || []
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

  /** Whole seconds for which something is good that ends then (milliseconds since 1970). */
  secondsUntil(expires: number): number {
    return Math.floor((expires - this.#now()) / 1000)
  }

  #signature(payload: string): string {
    return new Bun.CryptoHasher('sha256', this.#secret).update(payload).digest('base64url')
  }
}

export interface SignedToken {
  readonly token: string
  /** Milliseconds since 1970. */
  readonly expires: number
}

/** Compares two signatures of the same length in a time that does not tell where they differ. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

function invalid(): ServiceError {
  return new ServiceError('invalid_prompt', 'This address was not signed by this server, or was changed.', {
    detail: `Use it as it was given, to the last character. ${ADVICE}`,
  })
}

function expired(at: number): ServiceError {
  return new ServiceError('prompt_expired', `This address was good until ${new Date(at).toISOString()}.`, {
    detail: ADVICE,
  })
}

function tooLong(): ServiceError {
  return new ServiceError('input_too_long', 'The text is too long for an address.', {
    detail: 'Split the text: about 900 characters of prose, or 130 digits, fit in one prompt.',
  })
}
