import type { Static } from '@sinclair/typebox'
import { and, asc, desc, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { VoiceOfModel } from '../engines/models.ts'
import { isListed } from '../engines/shared/model.ts'
import { type PageQuery, pageFrom, pageSchema, pageWith } from '../http/page.ts'
import { withTimeout } from '../storage/database.ts'
import { voices } from '../storage/schema.ts'
import { momentOf } from '../storage/timed-id.ts'
import { isUuid } from '../storage/uuid.ts'
import { SHOWN, shown, VOICE, type Voice, type VoiceServices } from './voices.ts'

/** Which voices are listed; a field that is left out lists all. */
export interface VoiceFilter {
  /** A whole BCP-47 tag. */
  readonly language?: string
  /** The beginning of a BCP-47 tag: `en` is in `en` and `en-GB` (the basic filtering of RFC 4647). */
  readonly languageRange?: string
  /** The organization's own voices, or the shared ones. */
  readonly kind?: VoiceKind
  readonly modelId?: string
  /** What is in the name, in any case. */
  readonly search?: string
}

export const VOICE_KINDS = ['own', 'shared'] as const
export type VoiceKind = (typeof VOICE_KINDS)[number]

/** The query of a page of voices (spec 4.4). */
export interface VoicesQuery extends PageQuery, VoiceFilter {}

/** A page of voices (spec 2.2). */
export const VOICES_PAGE = pageSchema(VOICE)

export type VoicesPage = Readonly<Static<typeof VOICES_PAGE>>

/**
 * The voices that an organization can use: its own, the newest first, then the shared ones of each model, the best first,
 * because examples take the first voice. After the last voice comes an empty page: clients read on until they get one. A
 * cursor need not be in the list: another voice, and a clone that was deleted, has its place among all. After a cursor that
 * is no voice comes an empty page too. However many voices there are, only those of the page are read.
 *
 * @throws DatabaseUnavailable
 */
export async function listVoices(
  services: VoiceServices,
  organizationId: string,
  { limit, startingAfter, endingBefore, ...filter }: VoicesQuery,
): Promise<VoicesPage> {
  const list = new VoiceList(services, organizationId, filter)
  const after = startingAfter === undefined ? { own: undefined } : await list.placeOf(startingAfter)
  const before = endingBefore === undefined ? undefined : await list.placeOf(endingBefore)
  if (after === undefined || (before === undefined && endingBefore !== undefined))
    return pageWith<Voice>([], false)
  if (before !== undefined) {
    const last = await list.last(limit, after, before)
    return pageWith(last.map(shown), last.length > 0 && (await list.goesOnFrom(before)))
  }
  const first = await list.first(limit + 1, after)
  return pageFrom(first.map(shown), limit)
}

/** Where a voice stands: among the organization's own, or among the shared ones of the list, which come after them. */
type Place = { readonly own: Moment | undefined } | { readonly shared: Gap }

/** How many shared voices of the list come before a voice, and how many do not come after it: one more if it is of the list. */
interface Gap {
  readonly before: number
  readonly through: number
}

/** What the own voices are ordered by. Undefined in its place: before the first one. */
interface Moment {
  /** As Postgres writes it, which is more exact than a Date. */
  readonly createdAt: string
  readonly id: string
}

type Row = Parameters<typeof shown>[0]

/** The voices that an organization can use, in order. Only parts of the list are read. */
class VoiceList {
  readonly #db: VoiceServices['db']
  readonly #isOwn: SQL | undefined
  /** The ids of the shared voices, in order: all, and those of the list. */
  readonly #allShared: readonly string[]
  readonly #shared: readonly string[]
  readonly #organizationId: string

  constructor({ db, models }: VoiceServices, organizationId: string, filter: VoiceFilter) {
    this.#db = db
    this.#organizationId = organizationId
    this.#isOwn = and(
      eq(voices.organizationId, organizationId),
      inArray(voices.modelId, [...models.ids]),
      ownFilter(filter),
    )
    const listed = models.voices.filter(({ voice }) => isListed(voice))
    this.#allShared = listed.map(({ voice }) => voice.id)
    this.#shared = listed.filter((voice) => isShared(voice, filter)).map(({ voice }) => voice.id)
  }

  /** Where the voice with an id stands, or stood before it was deleted; undefined if it is none that was ever listed. */
  async placeOf(id: string): Promise<Place | undefined> {
    if (!isUuid(id)) return undefined
    const shared = this.#allShared.indexOf(id.toLowerCase())
    if (shared >= 0) {
      const filtered = new Set(this.#shared)
      const before = this.#allShared.slice(0, shared).filter((each) => filtered.has(each)).length
      return { shared: { before, through: before + Number(filtered.has(this.#allShared[shared]!)) } }
    }
    const [found] = await withTimeout(
      this.#db
        .select({
          id: voices.id,
          organizationId: voices.organizationId,
          createdAt: sql<string>`${voices.createdAt}::text`,
        })
        .from(voices)
        .where(eq(voices.id, id)),
      this.#organizationId,
    )
    if (found !== undefined) return found.organizationId === this.#organizationId ? { own: found } : undefined
    const createdAt = momentOf(id)
    return createdAt && { own: { id: id.toLowerCase(), createdAt: createdAt.toISOString() } }
  }

  /** Whether the list has a voice at a place or after it. */
  async goesOnFrom(place: Place): Promise<boolean> {
    if ('shared' in place) return place.shared.before < this.#shared.length
    if (this.#shared.length > 0) return true
    const own = await withTimeout(this.#own(place.own && isFrom(place.own)).limit(1), this.#organizationId)
    return own.length > 0
  }

  /** The first voices after a place. */
  async first(count: number, after: Place): Promise<Row[]> {
    if ('shared' in after) return this.#sharedFrom(after.shared.through, after.shared.through + count)
    const ofOwn = this.#own(after.own && isAfter(after.own)).orderBy(desc(voices.createdAt), asc(voices.id))
    const own = await withTimeout(
      count === Number.POSITIVE_INFINITY ? ofOwn : ofOwn.limit(count),
      this.#organizationId,
    )
    return [...own, ...(await this.#sharedFrom(0, count - own.length))]
  }

  /** The last voices between two places. */
  async last(count: number, after: Place, before: Place): Promise<Row[]> {
    const end = 'shared' in before ? before.shared.before : 0
    const start = 'shared' in after ? after.shared.through : 0
    const shared = await this.#sharedFrom(Math.max(start, end - count), end)
    if ('shared' in after || shared.length === count) return shared
    const isBetween = and(
      after.own && isAfter(after.own),
      'own' in before ? isBefore(before.own!) : undefined,
    )
    const own = await withTimeout(
      this.#own(isBetween)
        .orderBy(asc(voices.createdAt), desc(voices.id))
        .limit(count - shared.length),
      this.#organizationId,
    )
    return [...own.reverse(), ...shared]
  }

  #own(condition: SQL | undefined) {
    return this.#db.select(SHOWN).from(voices).where(and(this.#isOwn, condition)).$dynamic()
  }

  async #sharedFrom(start: number, end: number): Promise<Row[]> {
    const ids = this.#shared.slice(start, Math.max(start, end))
    if (ids.length === 0) return []
    const rows = await withTimeout(
      this.#db.select(SHOWN).from(voices).where(inArray(voices.id, ids)),
      this.#organizationId,
    )
    return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  }
}

/** The condition that an own voice is listed. */
function ownFilter({ language, languageRange, kind, modelId, search }: VoiceFilter): SQL | undefined {
  const tag = sql`lower(${voices.language})`
  return and(
    kind === 'shared' ? sql`false` : undefined,
    language === undefined ? undefined : eq(tag, language.toLowerCase()),
    languageRange === undefined
      ? undefined
      : sql`starts_with(${tag} || '-', ${`${languageRange.toLowerCase()}-`})`,
    modelId === undefined ? undefined : eq(voices.modelId, modelId),
    search === undefined ? undefined : sql`strpos(lower(${voices.name}), lower(${search})) > 0`,
  )
}

/** Whether a filter lets a shared voice through. */
function isShared({ voice, model }: VoiceOfModel, filter: VoiceFilter): boolean {
  const { language, languageRange, kind, modelId, search } = filter
  const tag = voice.language.toLowerCase()
  return (
    kind !== 'own' &&
    (language === undefined || tag === language.toLowerCase()) &&
    (languageRange === undefined || `${tag}-`.startsWith(`${languageRange.toLowerCase()}-`)) &&
    (modelId === undefined || model.id === modelId) &&
    (search === undefined || voice.name.toLowerCase().includes(search.toLowerCase()))
  )
}

/** The condition that an own voice comes after another one, which an index can answer. */
function isAfter({ createdAt, id }: Moment): SQL | undefined {
  const moment = sql`${createdAt}::timestamptz`
  return and(
    sql`${voices.createdAt} <= ${moment}`,
    or(sql`${voices.createdAt} < ${moment}`, gt(voices.id, id)),
  )
}

/** The condition that an own voice is another one or comes after it. */
function isFrom(moment: Moment): SQL | undefined {
  return or(eq(voices.id, moment.id), isAfter(moment))
}

function isBefore({ createdAt, id }: Moment): SQL | undefined {
  const moment = sql`${createdAt}::timestamptz`
  return and(
    sql`${voices.createdAt} >= ${moment}`,
    or(sql`${voices.createdAt} > ${moment}`, lt(voices.id, id)),
  )
}
