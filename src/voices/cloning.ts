import { countClone } from '../accounts/clone-rate.ts'
import { balanceOf } from '../accounts/organizations.ts'
import type { LimitOrBalance, RefusalWatch, RefusedCaller } from '../accounts/refusal-watch.ts'
import { ClipError, MAX_CLIP_BYTES } from '../audio/clip/clip.ts'
import type { Models } from '../engines/models.ts'
import { EngineFailure } from '../engines/shared/engine.ts'
import type { Model } from '../engines/shared/model.ts'
import type { BodyReader, CheckAgain } from '../http/body.ts'
import { mapDomainError } from '../http/domain-errors.ts'
import { type ErrorCode, limitIsZero, retrySeconds, ServiceError, serviceStopping } from '../http/errors.ts'
import { type Form, parseForm } from '../http/form.ts'
import { show } from '../http/show.ts'
import { AnalysisTimeout, type Cloner } from '../speech/cloning/cloner.ts'
import type { Database } from '../storage/database.ts'
import type { Consent } from '../storage/schema.ts'
import { release } from '../system/memory.ts'
import { Durations } from '../telemetry/durations.ts'
import { type CloneRequest, clipTooLarge, cloneRequest } from './clone-request.ts'
import { type Clone, checkRoom, keepClone, VoiceLimitReached } from './clones.ts'
import { makersOfVoices } from './models.ts'
import { canRead, unreadable } from './readable.ts'
import type { Voice, VoiceServices } from './voices.ts'

/** Most bytes of a form: its clip, and room for everything else. */
const FORM_LIMIT = MAX_CLIP_BYTES + 65_536

/** Most clones at a time, each with its clip in memory: of one organization, and of all in this process. */
const MAX_OF_ORGANIZATION = 2
const MAX_OF_PROCESS = 8
/** Time after which a client that was refused for these may try again (milliseconds). */
const RETRY_AFTER = 5000

/** Deadlines (milliseconds). */
const TIMEOUTS = {
  /** Time for a form to arrive. */
  upload: 60_000,
  /** Time for clones to end after the server begins to stop. */
  stop: 16_000,
}

/** The form of a clone, checked. */
interface CheckedForm extends CloneRequest {
  readonly consent: Consent | undefined
}

/** Finds the consent to a clone in its form. Undefined: none is recorded. */
export type ConsentReader = (form: Form) => Consent | undefined

interface CloneOptions {
  /** May refuse the form. */
  readonly consentOf?: ConsentReader
  /** Checks who has sent the form once it has come, and before the voice is kept, if they have no key: that is checked anyway. */
  readonly checkAgain?: CheckAgain
}

/** What an organization has run out of if a clone is refused with a code. */
const BOUNDS: Partial<Record<ErrorCode, LimitOrBalance>> = {
  rate_limited: 'clonesPerHour',
  voice_limit_reached: 'voices',
  payment_required: 'balance',
}

/** What cloning needs. */
interface CloningServices extends VoiceServices {
  /** Is notified of what limits refuse. */
  readonly usage: RefusalWatch
}

/** Makes voices from clips, from the body of a request to the voice. */
export class Cloning {
  readonly #db: Database
  readonly #models: Models
  readonly #usage: RefusalWatch
  readonly #cloner: Cloner
  readonly #bodies: BodyReader
  readonly #timeouts: typeof TIMEOUTS
  /** Clones in progress, with their organizations; each can be aborted. */
  readonly #running = new Map<AbortController, string>()
  readonly #durations = new Durations()
  readonly #ends = new Map<string, number>()
  #isLeaving = false

  /** @param cloner reads all clips, and makes the voices of the main model; other models make theirs */
  constructor(
    { db, models, usage }: CloningServices,
    cloner: Cloner,
    bodies: BodyReader,
    timeouts = TIMEOUTS,
  ) {
    this.#db = db
    this.#models = models
    this.#usage = usage
    this.#cloner = cloner
    this.#bodies = bodies
    this.#timeouts = timeouts
  }

  /** What those that were made took, from the request to the voice. */
  get durations(): Durations {
    return this.#durations
  }

  /** How many have ended in each way: `made`, `left` (the client is gone) or the code of the error. */
  get ends(): ReadonlyMap<string, number> {
    return this.#ends
  }

  /**
   * Reads a request and stores the voice that is made from its clip. Nothing is stored for a client that is gone.
   *
   * @throws ServiceError for the first check that fails: payment_required, concurrent_limit, rate_limited,
   *   request_timeout, invalid_form, the fields, the consent, unknown_model, voice_limit_reached, invalid_clip;
   *   upstream_unavailable, service_stopping. KeyRevoked, DatabaseUnavailable
   */
  async clone(who: RefusedCaller, request: Request, options: CloneOptions = {}): Promise<Voice> {
    const begunAt = performance.now()
    try {
      const voice = await this.#clone(who, request, options)
      this.#durations.add((performance.now() - begunAt) / 1000)
      this.#count('made')
      return voice
    } catch (thrown) {
      const error = refusalFor(thrown)
      const code = mapDomainError(error)?.code ?? 'internal_error'
      this.#count(request.signal.aborted ? 'left' : code)
      const bound = BOUNDS[code]
      if (bound !== undefined) this.#usage.refused(who, bound)
      throw error
    }
  }

  async #clone(
    { organizationId, keyId }: RefusedCaller,
    request: Request,
    { consentOf = () => undefined, checkAgain }: CloneOptions,
  ): Promise<Voice> {
    await checkBalance(this.#db, organizationId)
    const ending = this.#begin(organizationId)
    try {
      await countOrRefuse(this.#db, organizationId)
      const { clip, modelId, ...said } = await this.#read(request, consentOf)
      const model = this.#modelOf(modelId, said.language)
      await checkAgain?.()
      await checkRoom(this.#db, organizationId, keyId)
      request.signal.throwIfAborted()
      const signals = { ending: ending.signal, left: request.signal }
      const made = await this.#analyse(clip, model, organizationId, signals)
      await checkAgain?.()
      request.signal.throwIfAborted()
      return await keepClone(this.#db, organizationId, { ...said, ...made, modelId: model.id }, keyId)
    } finally {
      this.#running.delete(ending)
    }
  }

  /** The server is stopping: no more clones are started, and those that still run after a while are aborted. */
  leave(): void {
    this.#isLeaving = true
    setTimeout(() => {
      for (const ending of this.#running.keys()) ending.abort(serviceStopping())
    }, this.#timeouts.stop).unref()
  }

  #count(end: string): void {
    this.#ends.set(end, (this.#ends.get(end) ?? 0) + 1)
  }

  #begin(organizationId: string): AbortController {
    if (this.#isLeaving) throw serviceStopping()
    const own = [...this.#running.values()].filter((id) => id === organizationId).length
    if (own >= MAX_OF_ORGANIZATION) throw tooMany(`Your organization has ${own} voices being cloned.`)
    if (this.#running.size >= MAX_OF_PROCESS) throw tooMany('The server has too many voices to clone.')
    const ending = new AbortController()
    this.#running.set(ending, organizationId)
    return ending
  }

  async #read(request: Request, consentOf: ConsentReader): Promise<CheckedForm> {
    const { upload } = this.#timeouts
    const body = await this.#bodies.read(request, FORM_LIMIT, { tooLarge: clipTooLarge, timeout: upload })
    try {
      const form = await parseForm(body, request.headers.get('content-type'))
      return { ...cloneRequest(form), consent: consentOf(form) }
    } finally {
      release(body)
    }
  }

  /** The model that is to have a voice of a language. */
  #modelOf(modelId: string | undefined, language: string): Model {
    const model = modelId === undefined ? this.#models.main : this.#models.find(modelId)
    const makers = makersOfVoices(this.#models)
    if (model === undefined || !makers.includes(model)) throw noMaker(modelId!, model, makers)
    if (!canRead(model, language)) throw unreadable(language, model, 'Choose another model_id.')
    return model
  }

  async #analyse(
    clip: Uint8Array,
    model: Model,
    organizationId: string,
    { ending, left }: { readonly ending: AbortSignal; readonly left: AbortSignal },
  ): Promise<Pick<Clone, 'speaker' | 'profile' | 'model'>> {
    ending.throwIfAborted()
    const { promise: ended, reject } = Promise.withResolvers<never>()
    ending.addEventListener('abort', () => reject(ending.reason))
    const signal = AbortSignal.any([ending, left])
    const made = this.#made(clip, model, organizationId, signal).finally(() => release(clip))
    return Promise.race([made, ended])
  }

  async #made(clip: Uint8Array, model: Model, organizationId: string, signal: AbortSignal) {
    if (model === this.#models.main) return this.#cloner.clone(clip, organizationId, signal)
    const samples = await this.#cloner.decode(clip, organizationId, signal)
    return { speaker: await model.clone!(samples, signal) }
  }
}

/** The refusal that a client gets when no voice can be made; any other error as it is. */
function refusalFor(error: unknown): unknown {
  if (error instanceof ClipError) return new ServiceError('invalid_clip', error.message)
  if (error instanceof AnalysisTimeout) return tooHard(error)
  if (error instanceof EngineFailure) return unavailable(error)
  if (error instanceof VoiceLimitReached) return noRoom(error)
  return error
}

/** Cloning costs nothing, but an organization without a balance could not use the voice. */
async function checkBalance(db: Database, organizationId: string): Promise<void> {
  const balance = await balanceOf(db, organizationId)
  if (balance > 0) return
  throw new ServiceError('payment_required', `The balance of your organization is ${balance} credits.`, {
    detail: 'Cloning costs nothing, but needs a balance above 0. Add credits and try again.',
  })
}

/** Counts a clone, however it ends: a clip that is refused has been read and analysed too. */
async function countOrRefuse(db: Database, organizationId: string): Promise<void> {
  const refusal = await countClone(db, organizationId)
  if (refusal === undefined) return
  const { limit, wait } = refusal
  if (limit === 0) throw limitIsZero('rate_limited', 'clones an hour', wait)
  const clones = limit === 1 ? '1 clone' : `${limit} clones`
  throw new ServiceError('rate_limited', `Your organization has started ${clones} in the last hour.`, {
    detail: `That is its limit. Try again in ${retrySeconds(wait)} s.`,
    retryAfter: wait,
  })
}

function noMaker(asked: string, model: Model | undefined, makers: readonly Model[]): ServiceError {
  const fault = model ? 'makes no voices of recordings' : 'is not a model of this service'
  return new ServiceError('unknown_model', `model_id ${show(asked)} ${fault}.`, {
    detail: `Use ${makers.map(({ id }) => JSON.stringify(id)).join(', ')}.`,
  })
}

function noRoom({ limit }: VoiceLimitReached): ServiceError {
  return new ServiceError(
    'voice_limit_reached',
    `Your organization has reached its limit of cloned voices: ${limit}.`,
    {
      detail: 'Delete one that is not needed any more: DELETE /voices/{id}.',
    },
  )
}

function tooMany(message: string): ServiceError {
  return new ServiceError('concurrent_limit', message, {
    detail: 'Try again when one is done.',
    retryAfter: RETRY_AFTER,
  })
}

function tooHard(cause: AnalysisTimeout): ServiceError {
  return new ServiceError(
    'upstream_unavailable',
    `The clip could not be analysed within ${cause.limit / 1000} s.`,
    { detail: 'Nothing was kept. Send a shorter clip, mono at 48000 Hz or less, or try again later.', cause },
  )
}

function unavailable(cause: EngineFailure): ServiceError {
  return new ServiceError('upstream_unavailable', 'The clip could not be analysed.', {
    detail: 'Nothing was kept. Try again.',
    cause,
  })
}
