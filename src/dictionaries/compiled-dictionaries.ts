import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Locale } from '../languages/shared/language.ts'
import { Dictionary } from '../languages/shared/text/dictionary.ts'
import type { Database } from '../storage/database.ts'
import { type DictionaryVersion, findVersion, itemsOf } from './dictionaries.ts'
import type { Item } from './items.ts'

/** Items of all dictionaries that are kept ready: some 50 MB of words and names, and 200 MB of the longest phrases. */
const MAX_KEPT = 100_000
/** Items that are compiled before other turns get the thread. */
const AT_ONCE = 250

interface Compiled {
  readonly dictionary: Dictionary
  readonly items: number
}

interface Wanted {
  readonly id: string
  readonly locale: Locale
}

/**
 * Dictionaries that are ready to be used. One that is used again is only asked for its version, so that a change takes
 * effect with the next turn, in every process, and no turn waits for thousands of items to be read again.
 */
export class CompiledDictionaries {
  readonly #db: Database
  readonly #compiled: LRUCache<string, Compiled, Wanted>

  constructor(db: Database) {
    this.#db = db
    this.#compiled = new LRUCache({
      maxSize: MAX_KEPT,
      sizeCalculation: ({ items }) => Math.max(1, items),
      ignoreFetchAbort: true, // turns wait also for one that others have driven out meanwhile
      fetchMethod: (_key, _stale, { context }) => this.#compile(context),
    })
  }

  /** The present version of an organization's dictionary. Throws ServiceError pronunciation_dict_not_found. */
  find(organizationId: string, id: string): Promise<DictionaryVersion> {
    return findVersion(this.#db, organizationId, id)
  }

  /**
   * A dictionary for texts in a language; undefined where it is made for another one.
   *
   * @param tag the BCP-47 tag of the text, which is read as the locale says
   */
  async compiled(
    { id, version, language }: DictionaryVersion,
    tag: string,
    locale: Locale,
  ): Promise<Dictionary | undefined> {
    if (language !== null && languageOf(language) !== languageOf(tag)) return undefined
    const key = `${id} ${version} ${locale.language.code}`
    const compiled = await this.#compiled.fetch(key, { context: { id, locale } })
    return compiled?.dictionary
  }

  async #compile({ id, locale }: Wanted): Promise<Compiled> {
    const items = await itemsOf(this.#db, id)
    const dictionary = new Dictionary([], locale.language)
    for (const [at, item] of items.entries()) {
      if (at > 0 && at % AT_ONCE === 0) await setImmediate()
      dictionary.add(entryOf(item))
    }
    return { dictionary, items: items.length }
  }
}

/** A text with capitals is matched in its own case only. */
function entryOf({ text, alias, ipa, case_sensitive }: Item) {
  return { text: case_sensitive ? text : text.toLowerCase(), respelling: alias, ipa }
}

function languageOf(tag: string): string {
  return new Intl.Locale(tag).language
}
