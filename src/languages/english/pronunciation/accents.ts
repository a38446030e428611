import { baseLetters } from '../../shared/pronunciation/base-letters.ts'
import type { PhoneInventory, Phones } from '../../shared/pronunciation/phone-inventory.ts'
import { parseArpabet } from './arpabet.ts'
import { Inflection } from './inflection.ts'

/** Words that are others without their accents, or that the dictionary says otherwise. */
const ACCENTED: Readonly<Record<string, string>> = {
  açaí: 'aa0 s aa0 iy1',
  ángel: 'aa1 ng hh eh0 l',
  barça: 'b aa1 r s ax',
  blasé: 'b l aa0 z ey1',
  brulé: 'b r uw0 l ey1',
  brûlée: 'b r uw0 l ey1',
  ça: 's aa1',
  cancún: 'k ae0 n k uw1 n',
  coupé: 'k uw0 p ey1',
  crème: 'k r eh1 m',
  déjà: 'd ey1 zh aa1',
  desirée: 'd eh1 z ax r ey1',
  divorcé: 'd ih0 v ao1 r s ey1',
  divorcée: 'd ih0 v ao1 r s ey1',
  estée: 'eh1 s t ey0',
  exposé: 'eh1 k s p ow0 z ey1',
  fraîche: 'f r eh1 sh',
  glacé: 'g l ae0 s ey1',
  hermès: 'eh0 r m eh1 z',
  jesús: 'hh ey0 s uw1 s',
  joão: 'zh w aw1',
  lamé: 'l aa0 m ey1',
  lucía: 'l uw0 s iy1 ax',
  mâché: 'm ax sh ey1',
  mañana: 'm aa0 n y aa1 n ax',
  maté: 'm aa1 t ey1',
  muñoz: 'm uw0 n y ow1 z',
  née: 'n ey1',
  nescafé: 'n eh1 s k ae0 f ey1',
  nestlé: 'n eh1 s l iy0',
  niña: 'n iy1 n y ax',
  niño: 'n iy1 n y ow0',
  núñez: 'n uw1 n y eh0 z',
  olé: 'ow0 l ey1',
  outré: 'uw0 t r ey1',
  pâté: 'p aa0 t ey1',
  peña: 'p ey1 n y ax',
  piña: 'p iy1 n y ax',
  piñata: 'p ih0 n y aa1 t ax',
  pokémon: 'p ow1 k ey0 m aa0 n',
  résumé: 'r eh1 z ax m ey1',
  resumé: 'r eh1 z ax m ey1',
  rosé: 'r ow0 z ey1',
  roué: 'r uw0 ey1',
  señor: 's eh0 n y ao1 r',
  señora: 's eh0 n y ao1 r ax',
  señorita: 's eh0 n y ao0 r iy1 t ax',
  soufflé: 's uw0 f l ey1',
  tête: 't eh1 t',
  touché: 't uw0 sh ey1',
  über: 'uw1 b er0',
}

/** Letters whose marks say how they sound, in any word. */
const HEARD = 'çéñ'
const FINAL_E = /^(.+?)ée?('?s)?$/
/** Longer written words are left as they are, so that the time is linear in their letters. */
const MAX_LENGTH = 64

/**
 * A spoken word with the accents that it has in the written one, in lower case: "rosé" for "rose", where "rosé." is
 * written. Readers of text leave no accents.
 */
export function withAccents(spoken: string, written: string): string {
  if (written.length > MAX_LENGTH || !/[^\x20-\x7e]/.test(written)) return spoken
  const parts =
    written
      .toLowerCase()
      .normalize('NFC')
      .replaceAll('’', "'")
      .match(/[\p{L}']+/gu) ?? []
  return parts.find((part) => baseLetters(part) === spoken) ?? spoken
}

/** Pronounces what an accent changes in an English word. */
export class Accents {
  readonly #words: ReadonlyMap<string, Phones>
  readonly #inflection: Inflection
  readonly #ey: number

  constructor(inventory: PhoneInventory) {
    this.#words = new Map(
      Object.entries(ACCENTED).map(([word, phones]) => [word, parseArpabet(phones, inventory)]),
    )
    this.#inflection = new Inflection(inventory)
    this.#ey = inventory.id('eɪ1')
  }

  /** The phones of a word that its accents make another, also in the plural; undefined for other words. */
  lookup(word: string): Phones | undefined {
    const known = this.#words.get(word)
    if (known) return known
    const stem = this.#words.get(word.replace(/'?s$/, ''))
    return stem && this.#inflection.s(stem)
  }

  /** The key of a word in a cache: its letters, with those marks that are heard in any word. */
  key(word: string): string {
    return baseLetters(word, HEARD)
  }

  /** The letters a to z that a letter-to-sound model reads for a key; those of an é at its end are left out. */
  letters(key: string): string {
    const word = key.replace(FINAL_E, '$1').replaceAll('ñ', 'ny')
    // A single s between vowels may be a z
    return baseLetters(word.replace(/(?<=[aeiou])ç(?=[aeiou])/g, 'ss').replaceAll('ç', 's'))
  }

  /** The phones of a key, from those of its {@link letters}. */
  phones(key: string, ofLetters: Phones): Phones {
    const end = FINAL_E.exec(key)
    if (!end) return ofLetters
    const phones = Uint8Array.of(...ofLetters, this.#ey)
    return end[2] === undefined ? phones : this.#inflection.s(phones)
  }
}
