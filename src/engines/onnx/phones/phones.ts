import type { PhoneInventory } from '../../../languages/shared/pronunciation/phone-inventory.ts'
import type { Encoding } from '../../pronunciation/encoding.ts'
import { ESPEAK_IPA } from './espeak-ipa.ts'
import { MISAKI } from './misaki.ts'
import { withSecondaryStress } from './secondary-stress.ts'
import { withWeakWords } from './weak-words.ts'
import { type Spell, writtenPhones } from './written-phones.ts'

/** Whose phones a model was trained on. */
export type PhoneSet = 'misaki' | 'espeak'

/** A language, and how it is spoken. */
export type Accent = 'en-us' | 'en-gb' | 'de' | 'nl'

/** Regions whose English is nearer to the British than to the American one. */
const BRITISH = new Set(['GB', 'IE', 'AU', 'NZ', 'ZA', 'IN'])

/** The accent of a locale; undefined for a language that is not pronounced. */
export function accentOf(tag: string): Accent | undefined {
  const { language, region = '' } = new Intl.Locale(tag)
  if (language === 'en') return BRITISH.has(region) ? 'en-gb' : 'en-us'
  return language === 'de' || language === 'nl' ? language : undefined
}

/** A segment's phones as a model was trained on them: words with spaces between, and pause marks behind them. */
export function phonesOf(
  encoding: Encoding,
  inventory: PhoneInventory,
  { set, accent }: { readonly set: PhoneSet; readonly accent: Accent },
): string {
  const isEnglish = accent === 'en-us' || accent === 'en-gb'
  const weakened = isEnglish ? withWeakWords(encoding, inventory) : encoding
  return withSecondaryStress(writtenPhones(weakened, inventory, spelling(set, accent)), isEnglish)
}

function spelling(set: PhoneSet, accent: Accent): Spell {
  if (set === 'misaki') return MISAKI[accent]
  return ESPEAK_IPA[accent === 'en-gb' ? 'en-gb-x-rp' : accent]
}
