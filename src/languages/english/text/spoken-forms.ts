import { signNames } from '../../shared/text/characters.ts'
import type { SpokenForms } from '../../shared/text/reading.ts'
import { spell } from './capitals.ts'
import { cardinal, digitByDigit, ordinal } from './number-words.ts'
import { SYMBOL_WORDS } from './symbol-words.ts'

/** Sounds after which the ending -s is a syllable ("boxes"), and those after which it has no voice ("cats"). */
const SIBILANT = /(?:[szʃʒʧʤ])$/u
const VOICELESS = /[ptkfθ]$/u

/** What is said in English where a tag or a dictionary asks for it. */
export const SPOKEN_FORMS: SpokenForms = {
  cardinal,
  ordinal,
  digits: digitByDigit,
  spell: (letters) => spell(letters.normalize('NFD').replace(/[^A-Za-z]/g, '')),
  signs: signNames(SYMBOL_WORDS, { dot: 'dot', hyphen: 'dash', underscore: 'underscore', star: 'star' }),
  respelledS: (respelling) => `${respelling}'s`,
  ipaS: (ipa) => ipa + (SIBILANT.test(ipa) ? 'ɪz' : VOICELESS.test(ipa) ? 's' : 'z'),
}
