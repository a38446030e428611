import { catalogue } from '../../../src/engines/embedded/model-folder.ts'

/** How text is to be spoken. */
interface Manner {
  readonly voice: string
  readonly format: string
  /** Undefined: as before, or the voice's. */
  readonly language: string | undefined
}

/** What a client's frame or body asks for, as it is documented; told without the service's own code. */
export interface Meaning {
  readonly kind: 'text' | 'space' | 'lastSpace' | 'marker' | 'flush' | 'cancel' | 'bad' | 'unreadable'
  /** Undefined where the service makes one up. */
  readonly contextId: string | undefined
  /** True without `continue: true`. */
  readonly isLast: boolean
  /** Only of text. */
  readonly manner?: Manner
  readonly hasVoice: boolean
  /** Whether the text surely has something to be said. */
  readonly hasSound: boolean
  /** Whether many such texts fit in a turn. */
  readonly isShort: boolean
  readonly flushes: boolean
}

/** Texts that are surely spoken. */
export const SPOKEN = ['Hi.', 'Yes. ', 'No', '5', 'Go, ', 'A']
export const LANGUAGES = ['en', 'En', 'en-GB', 'EN-us', 'en-US']
export const VOICES = catalogue()
  .slice(0, 2)
  .map(({ id }) => id)

const LIMIT = 65_536
/** Of a larger message so much is looked at, at each end. */
const END = 4096
const MOST_LEVELS = 32
const ENCODINGS: readonly unknown[] = ['pcm_s16le', 'pcm_mulaw', 'pcm_alaw']
const RATES: readonly unknown[] = [8000, 16000, 22050]

type Fields = Readonly<Record<string, unknown>>

/** What a message that a client sends through a WebSocket means. */
export function meaningOf(message: string | Uint8Array): Meaning {
  const nothing = { isLast: true, hasVoice: true, hasSound: false, isShort: true, flushes: false }
  if (typeof message === 'string' && Buffer.byteLength(message) > LIMIT)
    return meaningOfEnds(message, nothing)
  const fields = typeof message === 'string' ? fieldsOf(message) : undefined
  const id = fields?.context_id ?? ''
  if (fields === undefined || !isContextId(id))
    return { ...nothing, kind: 'unreadable', contextId: undefined }
  const { transcript } = fields
  const common = { ...nothing, contextId: id === '' ? undefined : id, isLast: fields.continue !== true }
  if (fields.cancel === true) return { ...common, kind: 'cancel' }
  if (typeof transcript === 'string' && transcript.trim() === '') {
    if (common.isLast) return { ...common, kind: transcript === '' ? 'marker' : 'lastSpace' }
    return { ...common, kind: fields.flush === true ? 'flush' : 'space' }
  }
  const manner = mannerOf(fields, ['raw'])
  if (manner === undefined || typeof transcript !== 'string') return { ...common, kind: 'bad' }
  return {
    ...common,
    kind: 'text',
    manner,
    hasVoice: VOICES.includes(manner.voice),
    hasSound: SPOKEN.includes(transcript),
    isShort: transcript.length < 20,
    flushes: fields.flush === true,
  }
}

function meaningOfEnds(message: string, nothing: Omit<Meaning, 'kind' | 'contextId'>): Meaning {
  const { context_id: id, continue: goesOn } = JSON.parse(message) as Fields
  const isAtEnd = (field: string) =>
    [message.slice(0, END), message.slice(-END)].some((end) => end.includes(field))
  if (typeof id !== 'string' || id === '' || !isAtEnd(`"context_id":${JSON.stringify(id)}`))
    return { ...nothing, kind: 'unreadable', contextId: undefined }
  const isLast = goesOn !== true || !isAtEnd('"continue":true')
  return { ...nothing, kind: 'bad', contextId: id, isLast }
}

function isContextId(id: unknown): id is string {
  return typeof id === 'string' && id.length <= 256
}

/** Whether the body of a request, for an event stream or not, is right in all that can be seen before it is spoken. */
export function isRightBody(body: string, isStream: boolean): boolean {
  const fields = fieldsOf(body)
  if (fields === undefined || Buffer.byteLength(body) > LIMIT) return false
  const { transcript } = fields
  const hasText = typeof transcript === 'string' && transcript.trim() !== ''
  const hasId = !isStream || isContextId(fields.context_id ?? '')
  return hasText && hasId && mannerOf(fields, isStream ? ['raw'] : ['raw', 'wav']) !== undefined
}

/** The fields of a JSON object, before which a byte order mark may stand. */
function fieldsOf(message: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(message.replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value) && !isDeep(value, MOST_LEVELS)
      ? (value as Fields)
      : undefined
  } catch {
    return undefined
  }
}

function isDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeep(inner, levels - 1))
}

/** Undefined when a field is not as it has to be. */
function mannerOf(fields: Fields, containers: readonly unknown[]): Manner | undefined {
  const { mode, id } = (fields.voice ?? {}) as Fields
  const { container, encoding, sample_rate } = (fields.output_format ?? {}) as Fields
  const language = fields.language ?? undefined
  const isRight =
    fields.model_id === 'gepard-1.0' &&
    mode === 'id' &&
    typeof id === 'string' &&
    id !== '' &&
    containers.includes(container) &&
    ENCODINGS.includes(encoding) &&
    RATES.includes(sample_rate) &&
    (language === undefined || (LANGUAGES as unknown[]).includes(language))
  if (!isRight) return undefined
  return { voice: id, format: `${encoding} ${sample_rate}`, language: language as string | undefined }
}
