import { join } from 'node:path'
import { authorizeKeyId, authorizeRequestOfKeyId, type Caller } from '../../accounts/authorize.ts'
import { admitted } from '../../http/authentication.ts'
import { ServiceError, voiceNotFound } from '../../http/errors.ts'
import { localeOf } from '../../languages/registry.ts'
import { TextStream } from '../../speech/text-stream.ts'
import { StorageUnavailable, withAdvice } from '../../storage/unavailable.ts'
import type { Log } from '../../telemetry/log.ts'
import { checkTranscript } from '../../tts/transcript-buffer.ts'
import { Turn, type TurnChunk, type TurnServices, wholeText } from '../../tts/turn.ts'
import { findVoice, type VoiceWithSpeaker } from '../../voices/voices.ts'
import { PromptCache } from './prompt-cache.ts'
import { PROMPT_FILES, type Prompt } from './prompt-request.ts'
import { keptSecret } from './secret.ts'
import { SignedAddresses, type SignedPrompt, type SignedToken } from './signed-address.ts'

/** How prompts are signed and kept. */
export interface PromptOptions {
  readonly dataDir: string
  /** With which addresses are signed; undefined: one in the data folder. */
  readonly secret: string | undefined
  /** Bytes of audio that are kept. */
  readonly cacheBytes: number
  /** Where clients reach the service, without a slash at the end; undefined: where they have asked for the address. */
  readonly publicUrl: string | undefined
  /** Tells one training of the voice model from another: what another has spoken is not used. */
  readonly model: string
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** The headers of an answer. */
type Headers = Record<string, string | number>

/** Phone prompts: their addresses, and their audio, which is spoken once and kept. */
export class Prompts {
  readonly #addresses: SignedAddresses
  readonly #cache: PromptCache
  readonly #model: string

  /** Where clients reach the service; undefined: where they have asked for the address. */
  readonly publicUrl: string | undefined

  private constructor(addresses: SignedAddresses, cache: PromptCache, { model, publicUrl }: PromptOptions) {
    this.#addresses = addresses
    this.#cache = cache
    this.#model = model
    this.publicUrl = publicUrl
  }

  /** @throws StorageUnavailable when the data folder cannot be used */
  static async open(options: PromptOptions, log: Log): Promise<Prompts> {
    const { dataDir, secret, cacheBytes, now } = options
    try {
      const addresses = new SignedAddresses(secret ?? (await keptSecret(dataDir)), now)
      return new Prompts(
        addresses,
        await PromptCache.open(join(dataDir, 'prompts'), cacheBytes, log),
        options,
      )
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
   * The token of an address at which a prompt can be heard. A prompt that can never be spoken is refused here already.
   *
   * @param life seconds
   * @throws ServiceError voice_not_found, missing_transcript, input_too_long; DatabaseUnavailable
   */
  async sign({ db }: TurnServices, caller: Caller, prompt: Prompt, life: number): Promise<SignedToken> {
    const voice = await findVoice(db, caller.organizationId, prompt.voiceId)
    if (voice === undefined) throw voiceNotFound()
    const text = new TextStream(localeOf(prompt.language ?? voice.language), voice.speaker.pace)
    await checkTranscript(text, prompt.transcript)
    return this.#addresses.token(prompt, caller.keyId, life)
  }

  /**
   * What a token says.
   *
   * @throws ServiceError invalid_prompt, prompt_expired
   */
  read(token: string): SignedPrompt {
    return this.#addresses.read(token)
  }

  /** Whole seconds for which what a token says is still good. */
  secondsLeft({ expires }: SignedPrompt): number {
    return this.#addresses.secondsUntil(expires)
  }

  /**
   * The file of a prompt. Only one that is not kept counts as a request and is charged.
   *
   * @param headers of the answer; those of a request that counts are added
   * @throws ServiceError unauthorized, rate_limited, and those of a turn; DatabaseUnavailable
   */
  async audio(
    services: TurnServices,
    { prompt, keyId }: SignedPrompt,
    headers: Headers,
  ): Promise<Uint8Array> {
    const { db } = services
    const caller = await authorizeKeyId(db, keyId)
    if (caller === undefined) throw keyRevoked()
    const voice = await findVoice(db, caller.organizationId, prompt.voiceId)
    if (voice === undefined) throw voiceNotFound()
    return this.#cache.get(this.#idOf(prompt, caller, voice), async () => {
      const counted = await authorizeRequestOfKeyId(db, keyId)
      if (counted === undefined) throw keyRevoked()
      return spoken(services, admitted(counted, headers), prompt)
    })
  }

  /** Tells apart all audio that differs, and what different organizations have had said. */
  #idOf(prompt: Prompt, { organizationId }: Caller, { id, language, speaker }: VoiceWithSpeaker): string {
    const { transcript, format } = prompt
    const made = [this.#model, organizationId, id, speaker, prompt.language ?? language, format, transcript]
    return new Bun.CryptoHasher('sha256').update(JSON.stringify(made)).digest('hex')
  }
}

/**
 * Speaks a prompt to its end, even if whoever asked first leaves: others may wait for it, and it is paid once.
 *
 * @throws ServiceError of the turn; it costs nothing then
 */
async function spoken(services: TurnServices, caller: Caller, prompt: Prompt): Promise<Uint8Array> {
  const { transcript, voiceId, language, format } = prompt
  const options = { voiceId, language, format: PROMPT_FILES[format].format }
  const turn = new Turn(services, caller, options, wholeText(transcript), new AbortController().signal)
  try {
    const chunks: TurnChunk[] = []
    for await (const chunk of turn.audio()) chunks.push(chunk)
    if (chunks.length === 0) throw new ServiceError('upstream_unavailable', 'There is no speech to send.')
    for (const chunk of chunks) turn.delivered(chunk)
    return Buffer.concat(chunks.map(({ audio }) => audio))
  } finally {
    void turn.end() // the client does not wait for the settlement
  }
}

function keyRevoked(): ServiceError {
  return new ServiceError('unauthorized', 'The API key with which this address was made has been revoked.', {
    detail: 'POST /tts/prompt with a valid key gives a new one.',
  })
}
