import { baseLetters } from '../letters.ts'
import type { Spelling } from '../spelled-words.ts'
import { DUTCH_CORRECTIONS, DUTCH_SECOND_PARTS } from './corrections.ts'
import { DUTCH_HETERONYMS } from './heteronyms.ts'
import { DUTCH_NUMERALS } from './numerals.ts'

/** Dutch: regular but for words from elsewhere. */
export const DUTCH_SPELLING: Spelling = {
  letterNames: {
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
  },
  heteronyms: DUTCH_HETERONYMS,
  numerals: DUTCH_NUMERALS,
  corrections: DUTCH_CORRECTIONS,
  secondParts: DUTCH_SECOND_PARTS,
  plain: (word) => baseLetters(word, 'àáâçèéêëíïóôöúûü'),
}
