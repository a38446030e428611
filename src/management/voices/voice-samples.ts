import { LRUCache } from 'lru-cache'
import { EngineFailure, EngineFull } from '../../engines/shared/engine.ts'
import { ServiceError } from '../../http/errors.ts'
import { speakSegments } from '../../speech/speak-segments.ts'
import { TextStream } from '../../speech/text-stream.ts'
import { collect, encodeSpeech } from '../../tts/encode-speech.ts'
import { EnginePlace } from '../../tts/engine-place.ts'
import { canRead, localeFor } from '../../voices/readable.ts'
import type { VoiceWithSpeaker } from '../../voices/voices.ts'

/** What a sample says, by the language of its voice: the same for all voices, so that they can be compared. */
const TEXTS: Readonly<Record<string, string>> = {
  en: 'Your train leaves at a quarter past nine, from platform seven. Would you like a seat by the window?',
  de: 'Ihr Zug fährt um Viertel nach neun von Gleis sieben. Möchten Sie einen Platz am Fenster?',
  nl: 'Uw trein vertrekt om kwart over negen van spoor zeven. Wilt u een plaats aan het raam?',
  fr: 'Votre train part à neuf heures et quart, du quai numéro sept. Bon voyage !',
  es: 'Su tren sale a las nueve y cuarto del andén número siete. ¡Buen viaje!',
  it: 'Il suo treno parte alle nove e un quarto dal binario sette. Buon viaggio!',
  pt: 'O seu comboio parte às nove e um quarto da linha sete. Boa viagem!',
}
/** Bytes of samples that are kept: those of some 400 voices. */
const MAX_BYTES = 20_000_000
/** How long one may take to make (milliseconds). */
const TIMEOUT = 30_000
/** Most samples that wait to be made, and most of them that one organization waits for. */
const MAX_WAITING = 32
const MAX_WAITING_OF_ONE = 16
/** Time after which a client that was refused for these may try again (milliseconds). */
const RETRY_AFTER = 2000

/**
 * Samples of voices as MP3 files: a sentence in the language of the voice. They cost no credits. Each is made when it is first
 * heard, and kept in memory until others need the room. One is made at a time, so that turns have the engines to themselves.
 */
export class VoiceSamples {
  readonly #kept = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => length,
  })
  /** The samples that are made or wait to be. */
  readonly #making = new Map<string, Making>()
  readonly #timeout: number
  #last: Promise<unknown> = Promise.resolve()

  /** @param timeout milliseconds that one may take to make */
  constructor(timeout = TIMEOUT) {
    this.#timeout = timeout
  }

  /**
   * The sample of a voice. It is made to its end even if nobody waits for it any more, because it is kept.
   *
   * @param organizationId who asks for it
   * @throws ServiceError concurrent_limit, upstream_unavailable
   */
  async of(organizationId: string, voice: VoiceWithSpeaker): Promise<Uint8Array<ArrayBuffer>> {
    const key = keyOf(voice)
    return this.#kept.get(key) ?? this.#making.get(key)?.sample ?? this.#made(key, organizationId, voice)
  }

  #made(key: string, organizationId: string, voice: VoiceWithSpeaker): Promise<Uint8Array<ArrayBuffer>> {
    const theirs = [...this.#making.values()].filter((each) => each.organizationId === organizationId)
    if (this.#making.size >= MAX_WAITING || theirs.length >= MAX_WAITING_OF_ONE) throw tooMany()
    const made = this.#last
      .then(() => spoken(voice, this.#timeout))
      .then((sample) => {
        this.#kept.set(key, sample)
        return sample
      })
      .finally(() => this.#making.delete(key))
    this.#making.set(key, { organizationId, sample: made })
    this.#last = made.catch(() => {})
    return made
  }
}

/** A sample that is being made. */
interface Making {
  /** The organization that asked for the sample. */
  readonly organizationId: string
  readonly sample: Promise<Uint8Array<ArrayBuffer>>
}

/** A clone has another speaker once it is fitted to other weights. */
function keyOf({ id, speaker }: VoiceWithSpeaker): string {
  return `${id}-${Bun.hash(JSON.stringify(speaker)).toString(36)}`
}

/** @throws ServiceError concurrent_limit, upstream_unavailable */
async function spoken(voice: VoiceWithSpeaker, timeout: number): Promise<Uint8Array<ArrayBuffer>> {
  const { model, speaker } = voice
  const { text, locale } = textOf(voice)
  const stream = new TextStream(locale, { pace: speaker.pace, hasSpeed: model.hasSpeed })
  const segments = [...stream.push(text), ...stream.flush()]
  const place = new EnginePlace(model.capacity)
  const ending = AbortSignal.timeout(timeout)
  try {
    place.takeFor(text.length)
    const speech = speakSegments(segments, speaker, model.engine, ending)
    const { audio } = await collect(encodeSpeech(speech, { container: 'mp3', isWhole: true }))
    if (audio.length === 0 || ending.aborted) throw new EngineFailure('the sample of a voice has no speech')
    return audio
  } catch (error) {
    const isOfEngine = error instanceof EngineFailure && !(error instanceof EngineFull)
    if (!isOfEngine && error !== ending.reason) throw error
    throw new ServiceError('upstream_unavailable', 'The voice could not be heard.', {
      detail: 'Nothing was charged. Try again.',
      cause: error,
    })
  } finally {
    place.leave()
  }
}

/** What a voice says: a sentence in its language, or in English where there is none or its model cannot read it. */
function textOf({ language, model }: VoiceWithSpeaker) {
  const code = new Intl.Locale(language).language
  const tag = Object.hasOwn(TEXTS, code) && canRead(model, language) ? language : 'en'
  const text = TEXTS[new Intl.Locale(tag).language]!
  return { text, locale: localeFor(model, tag) }
}

function tooMany(): ServiceError {
  return new ServiceError('concurrent_limit', 'Too many voices are being heard for the first time.', {
    detail: 'Try again in a moment.',
    retryAfter: RETRY_AFTER,
  })
}
