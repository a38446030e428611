import { type Static, Type } from '@sinclair/typebox'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { ServiceError } from '../http/errors.ts'
import { type PageQuery, pageOf, pageSchema } from '../http/page.ts'
import { type Database, withTimeout } from '../storage/database.ts'
import { pronunciationDicts } from '../storage/schema.ts'
import { momentOf, timedId } from '../storage/timed-id.ts'
import { takeLock } from '../storage/transaction-lock.ts'
import { isUuid } from '../storage/uuid.ts'
import { ITEM, type Item } from './items.ts'

/** Dictionaries that an organization may have. */
const MAX_DICTIONARIES = 100
/** Items on a page of dictionaries, unless a single one has more. */
const MAX_ITEMS_ON_PAGE = 10_000

/** A dictionary as clients see it, with the fields that cartesia-js has for one and two more. */
export const DICTIONARY = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Names the dictionary in a request to speak.' }),
    name: Type.String({ examples: ['Our names'] }),
    description: Type.String({ examples: ['Names of our customers'] }),
    language: Type.Union([Type.String(), Type.Null()], {
      description: 'The language of the texts to which it applies, as a BCP-47 tag; null: all languages.',
      examples: ['en'],
    }),
    items: Type.Array(ITEM),
    created_at: Type.String({ format: 'date-time' }),
    owner_id: Type.String({ format: 'uuid', description: 'The organization that has made it.' }),
    pinned: Type.Literal(false),
  },
  { additionalProperties: false },
)

export type ShownDictionary = Readonly<Static<typeof DICTIONARY>>

/** A page of dictionaries. */
export const DICTIONARIES_PAGE = pageSchema(DICTIONARY)

export type DictionariesPage = Readonly<Static<typeof DICTIONARIES_PAGE>>

/** What an organization says of a dictionary. */
export interface DictionaryContent {
  readonly name: string
  readonly description: string
  readonly language: string | null
  readonly items: readonly Item[]
}

const SHOWN = {
  id: pronunciationDicts.id,
  organizationId: pronunciationDicts.organizationId,
  name: pronunciationDicts.name,
  description: pronunciationDicts.description,
  language: pronunciationDicts.language,
  items: pronunciationDicts.items,
  createdAt: pronunciationDicts.createdAt,
}

/** The refusal of an id that is no dictionary's, or that of another organization's dictionary. */
function dictionaryNotFound(): ServiceError {
  return new ServiceError(
    'pronunciation_dict_not_found',
    'Your organization has no pronunciation dictionary with this id.',
    { detail: 'GET /pronunciation-dicts lists those it has.' },
  )
}

/**
 * Keeps a new dictionary. An organization's dictionaries are counted and kept one after the other, in all processes.
 *
 * @throws ServiceError pronunciation_dict_limit_reached
 */
export async function keepDictionary(
  db: Database,
  organizationId: string,
  content: DictionaryContent,
): Promise<ShownDictionary> {
  const kept = await withTimeout(
    () =>
      db.transaction(async (tx) => {
        await takeLock(tx, 'dictionaries', organizationId)
        const own = eq(pronunciationDicts.organizationId, organizationId)
        if ((await tx.$count(pronunciationDicts, own)) >= MAX_DICTIONARIES) return undefined
        const createdAt = new Date()
        const made = { id: timedId(createdAt), createdAt }
        const row = { ...made, ...content, organizationId, itemCount: content.items.length }
        await tx.insert(pronunciationDicts).values(row)
        return made
      }),
    organizationId,
  )
  if (kept === undefined) throw limitReached()
  return shown({ ...kept, organizationId, ...content })
}

/** A dictionary of an organization. Throws ServiceError pronunciation_dict_not_found. */
export async function getDictionary(
  db: Database,
  organizationId: string,
  id: string,
): Promise<ShownDictionary> {
  const [row] = await withTimeout(
    db.select(SHOWN).from(pronunciationDicts).where(isOwn(organizationId, id)),
    organizationId,
  )
  if (row === undefined) throw dictionaryNotFound()
  return shown(row)
}

/** How many items a dictionary of an organization has. Throws ServiceError pronunciation_dict_not_found. */
export async function itemCountOf(db: Database, organizationId: string, id: string): Promise<number> {
  const [row] = await withTimeout(
    db
      .select({ count: pronunciationDicts.itemCount })
      .from(pronunciationDicts)
      .where(isOwn(organizationId, id)),
    organizationId,
  )
  if (row === undefined) throw dictionaryNotFound()
  return row.count
}

/** The newest first. */
const ORDER = [desc(pronunciationDicts.createdAt), desc(pronunciationDicts.id)]

/**
 * An organization's dictionaries, the newest first. A page ends early where its items would be too many. A cursor may be the id
 * of a dictionary that was deleted.
 *
 * @param count is called with the number of items of the page before they are read. If it throws, they are not
 */
export async function listDictionaries(
  db: Database,
  organizationId: string,
  query: PageQuery,
  count: (items: number) => void,
): Promise<DictionariesPage> {
  const all = await withTimeout(
    db
      .select({
        id: pronunciationDicts.id,
        items: pronunciationDicts.itemCount,
        createdAt: pronunciationDicts.createdAt,
      })
      .from(pronunciationDicts)
      .where(eq(pronunciationDicts.organizationId, organizationId))
      .orderBy(...ORDER),
    organizationId,
  )
  const itemsOn = (page: readonly { readonly items: number }[]) =>
    page.reduce((sum, { items }) => sum + items, 0)
  const { data: page, ...place } = pageOf(all, query, {
    fits: (page) => itemsOn(page) <= MAX_ITEMS_ON_PAGE,
    formerPlace: (id) => formerPlace(all, id),
  })
  count(itemsOn(page))
  const ids = page.map(({ id }) => id)
  const rows = await withTimeout(
    db
      .select(SHOWN)
      .from(pronunciationDicts)
      .where(and(inArray(pronunciationDicts.id, ids), eq(pronunciationDicts.organizationId, organizationId)))
      .orderBy(...ORDER),
    organizationId,
  )
  return { data: rows.map(shown), ...place }
}

/** How many dictionaries came before one that was deleted. Undefined if its id does not say when it was made. */
function formerPlace(
  all: readonly { readonly id: string; readonly createdAt: Date }[],
  id: string,
): number | undefined {
  const moment = momentOf(id)?.getTime()
  if (!isUuid(id) || moment === undefined) return undefined
  const isNewer = (each: { readonly id: string; readonly createdAt: Date }) => {
    const created = each.createdAt.getTime()
    return created > moment || (created === moment && each.id > id)
  }
  return all.filter(isNewer).length
}

/** Changes what is given of a dictionary. Throws ServiceError pronunciation_dict_not_found. */
export async function changeDictionary(
  db: Database,
  organizationId: string,
  id: string,
  changes: Partial<DictionaryContent>,
): Promise<ShownDictionary> {
  const { items } = changes
  const [row] = await withTimeout(
    db
      .update(pronunciationDicts)
      .set({ ...changes, itemCount: items?.length, version: crypto.randomUUID() })
      .where(isOwn(organizationId, id))
      .returning(SHOWN),
    organizationId,
  )
  if (row === undefined) throw dictionaryNotFound()
  return shown(row)
}

/** Removes a dictionary. Turns that are being spoken with it go on. Throws ServiceError pronunciation_dict_not_found. */
export async function deleteDictionary(db: Database, organizationId: string, id: string): Promise<void> {
  const deleted = await withTimeout(
    db.delete(pronunciationDicts).where(isOwn(organizationId, id)).returning({ id: pronunciationDicts.id }),
    organizationId,
  )
  if (deleted.length === 0) throw dictionaryNotFound()
}

/** Which content a dictionary has at present. */
export interface DictionaryVersion {
  readonly id: string
  readonly version: string
  readonly language: string | null
}

/**
 * The present version of an organization's dictionary: one small statement, whatever the dictionary has.
 *
 * @throws ServiceError pronunciation_dict_not_found
 */
export async function findVersion(
  db: Database,
  organizationId: string,
  id: string,
): Promise<DictionaryVersion> {
  const { id: own, version, language } = pronunciationDicts
  const [row] = await withTimeout(
    db.select({ id: own, version, language }).from(pronunciationDicts).where(isOwn(organizationId, id)),
    organizationId,
  )
  if (row === undefined) throw dictionaryNotFound()
  return row
}

/** The items of a dictionary; none where it has been deleted. */
export async function itemsOf(db: Database, id: string): Promise<readonly Item[]> {
  const [row] = await withTimeout(
    db
      .select({ items: pronunciationDicts.items })
      .from(pronunciationDicts)
      .where(eq(pronunciationDicts.id, id)),
  )
  return (row?.items ?? []) as Item[]
}

/** Throws ServiceError pronunciation_dict_not_found for what is no id. */
function isOwn(organizationId: string, id: string) {
  if (!isUuid(id)) throw dictionaryNotFound()
  return and(eq(pronunciationDicts.id, id), eq(pronunciationDicts.organizationId, organizationId))
}

interface ShownRow extends Omit<DictionaryContent, 'items'> {
  readonly id: string
  readonly organizationId: string
  readonly items: unknown
  readonly createdAt: Date
}

function shown({
  id,
  organizationId,
  name,
  description,
  language,
  items,
  createdAt,
}: ShownRow): ShownDictionary {
  return {
    id,
    name,
    description,
    language,
    items: items as Item[],
    created_at: createdAt.toISOString(),
    owner_id: organizationId,
    pinned: false,
  }
}

function limitReached(): ServiceError {
  return new ServiceError(
    'pronunciation_dict_limit_reached',
    `Your organization has ${MAX_DICTIONARIES} pronunciation dictionaries already.`,
    { detail: 'Delete one, or add the items to one that it has.' },
  )
}
