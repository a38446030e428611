import {
  LetterToSoundPronunciation,
  type PronunciationRules,
} from '../../shared/pronunciation/letter-to-sound-pronunciation.ts'
import type { LoadPronunciation } from '../../shared/pronunciation/pronunciation.ts'
import { DUTCH_CORRECTIONS, DUTCH_FIRST_PARTS, DUTCH_SECOND_PARTS } from './corrections.ts'
import { heard, joined } from './heard.ts'
import { DUTCH_HETERONYMS } from './heteronyms.ts'
import { DUTCH_NEAR_PHONES, DUTCH_PHONES } from './ipa.ts'
import { DUTCH_NUMERALS } from './numerals.ts'
import { respelled } from './respelled.ts'

const LETTER_NAMES = {
  A: 'aː1',
  B: 'b eː1',
  C: 's eː1',
  D: 'd eː1',
  E: 'eː1',
  F: 'ɛ1 f',
  G: 'x eː1',
  H: 'h aː1',
  I: 'iː1',
  J: 'j eː1',
  K: 'k aː1',
  L: 'ɛ1 l',
  M: 'ɛ1 m',
  N: 'ɛ1 n',
  O: 'oː1',
  P: 'p eː1',
  Q: 'k yː1',
  R: 'ɛ1 r',
  S: 'ɛ1 s',
  T: 't eː1',
  U: 'yː1',
  V: 'v eː1',
  W: 'ʋ eː1',
  X: 'ɪ1 k s',
  Y: 'ɛi1',
  Z: 'z ɛ1 t',
}

/** Endings that join the last letter of a spelled word ("V V d'er", "S M s'je"). */
const ENDINGS = {
  s: 's',
  en: 'ə n',
  er: 'ə r',
  ers: 'ə r s',
  je: 'j ə',
  jes: 'j ə s',
  tje: 't j ə',
  tjes: 't j ə s',
}

function endedLetters(): [spoken: string, phones: string][] {
  return Object.entries(LETTER_NAMES).flatMap(([letter, name]) =>
    Object.entries(ENDINGS).map(([ending, phones]): [string, string] => [
      `${letter.toLowerCase()}'${ending}`,
      `${name} ${phones}`,
    ]),
  )
}

/** Dutch is regular, except for loan words. */
const RULES: PronunciationRules = {
  network: 'letter-to-sound-nl',
  letters: "abcdefghijklmnopqrstuvwxyz'àáâçèéêëíïóôöúûü",
  letterNames: { ...LETTER_NAMES, ...Object.fromEntries(endedLetters()) },
  heteronyms: DUTCH_HETERONYMS,
  numerals: DUTCH_NUMERALS,
  corrections: DUTCH_CORRECTIONS,
  secondParts: DUTCH_SECOND_PARTS,
  firstParts: DUTCH_FIRST_PARTS,
  endings: [
    { letters: 's', phones: 's', after: /.{2}[^sxz]$/ },
    { letters: 'e', phones: 'ə', after: /lijk$/ },
    { letters: 'en', phones: 'ə n', after: /(?:[^aeiou]|ei|ij|ui|ou|oe|ie|eu)[klmnprt]$|ing$/ },
    { letters: 'tje', phones: 't j ə', after: /.{2}[lnrw]$/ },
    { letters: 'tjes', phones: 't j ə s', after: /.{2}[lnrw]$/ },
    { letters: 'je', phones: 'j ə', after: /.{2}[bcdfgkpst]$/ },
    { letters: 'jes', phones: 'j ə s', after: /.{2}[bcdfgkpst]$/ },
  ],
  plain: respelled,
  heard,
  joined,
  phones: DUTCH_PHONES,
  nearPhones: DUTCH_NEAR_PHONES,
}

export default ((resources) => LetterToSoundPronunciation.load(resources, RULES)) satisfies LoadPronunciation
