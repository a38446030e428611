import { signNames } from '../../shared/text/characters.ts'
import type { SpokenForms } from '../../shared/text/reading.ts'
import { spell } from './capitals.ts'
import { cardinal, digitByDigit, ordinal } from './number-words.ts'
import { SYMBOL_WORDS } from './symbol-words.ts'

/** What is said in German where a tag or a dictionary asks for it. */
export const SPOKEN_FORMS: SpokenForms = {
  cardinal,
  ordinal: (digits) => ordinal(digits, 'e'),
  digits: digitByDigit,
  spell: (letters) => spell(letters.normalize('NFC').replace(/[^A-Za-zÀ-ÖØ-öø-ÿŸß]/g, '')),
  signs: signNames(SYMBOL_WORDS, {
    dot: 'punkt',
    hyphen: 'bindestrich',
    underscore: 'unterstrich',
    star: 'stern',
  }),
  respelledS: (respelling) => `${respelling}s`,
  ipaS: (ipa) => `${ipa}s`,
}
