import { signNames } from '../../shared/text/characters.ts'
import type { SpokenForms } from '../../shared/text/reading.ts'
import { spell } from './capitals.ts'
import { cardinal, digitByDigit, ordinal } from './number-words.ts'
import { SYMBOL_WORDS } from './symbol-words.ts'

/** What is said in Dutch where a tag or a dictionary asks for it. */
export const SPOKEN_FORMS: SpokenForms = {
  cardinal,
  ordinal,
  digits: digitByDigit,
  spell,
  signs: signNames(SYMBOL_WORDS, {
    dot: 'punt',
    hyphen: 'streepje',
    underscore: 'liggend streepje',
    star: 'sterretje',
  }),
  respelledS: (respelling) => `${respelling}s`,
  ipaS: (ipa) => `${ipa}s`,
}
