import { BRAND_NAMES } from '../../shared/text/brand-names.ts'
import { entry } from '../../shared/text/entry.ts'
import { isMixedCode } from '../../shared/text/mixed-code.ts'
import { capitalsWords, isSpelledLowerCase, spell, spellWithEnding, UPPER } from './capitals.ts'
import { cardinal, code } from './number-words.ts'

/** Words that are not split at their capitals, or are not pronounced as they are spelled. */
const NAMES: Readonly<Record<string, string>> = {
  ...BRAND_NAMES,
  json: 'jason',
  Ctrl: 'control',
  Eén: 'één',
  ok: 'oké',
  Ok: 'oké',
  "A'dam": 'amsterdam',
  "R'dam": 'rotterdam',
  "A'pen": 'antwerpen',
  "H'sum": 'hilversum',
  iDEAL: 'ideal',
  MoMA: 'moma',
  KvK: 'K V K',
  PvdA: 'P V D A',
  PvdD: 'P V D D',
  FvD: 'F V D',
  OVpay: 'O V pay',
  UvA: 'U V A',
  TvE: 'T V E',
  OvJ: 'O V J',
}

/** Name prefixes. The word is not split between one and the capital after it ("McDonald", "VanMoof"). */
const NAME_PREFIX = /^(?:Mc|De|Van|Le|La|Di|Du)(?=\p{Lu}\p{Ll})/u

/** A product with an "i" as English has it: "iTunes", "iCloud". */
const ENGLISH_I = /^i(?=\p{Lu}\p{Ll}{2,}$)/u
/** One part of a camel-case word: "PostNL" is "Post" and "NL". */
const CAMEL_PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+(?:'\p{Ll}+)*|\p{Lu}/gu
/** "IJ" is one letter at the start of a word ("IJs"). */
const LIGATURE = new RegExp(`(?<![${UPPER}])IJ(?=\\p{Ll})`, 'gu')
const LOWER_WITH_ENDING = /^(\p{Ll}+)(?:'(\p{Ll}{1,4}))?$/u
const ENDED_CAPITALS = /^\p{Lu}{2,}(?:'(?:\p{Ll}{1,4}|S)|s)?$/u

/** The words for a run of letters and apostrophes: a word, part of a name, or a camel-case word. */
export function partWords(letters: string): string {
  const name = entry(NAMES, letters)
  if (name !== undefined) return name
  const lower = letters.toLowerCase()
  const [, stem, ending = ''] = LOWER_WITH_ENDING.exec(lower) ?? []
  const isPlain = letters === lower || letters === letters[0] + lower.slice(1)
  if (isPlain && stem !== undefined && isSpelledLowerCase(stem)) return spellWithEnding(stem, ending)
  const joined = letters.replace(LIGATURE, 'Ij')
  if (letters === lower || /^\p{Lu}[\p{Ll}']+$/u.test(joined) || NAME_PREFIX.test(joined)) return lower
  if (/^\p{L}'\p{Lu}\p{Ll}+/u.test(joined)) return lower // "d'Hondt"
  if (ENDED_CAPITALS.test(letters) || /^\p{Lu}+'\p{Lu}+$/u.test(letters)) return capitalsWords(letters, false)
  if (ENGLISH_I.test(letters)) return `ai ${lower.slice(1)}`
  return Array.from(joined.matchAll(CAMEL_PART), ({ 0: part }) => camelPart(part)).join(' ')
}

function camelPart(part: string): string {
  if (/^\p{Lu}{2,}$/u.test(part)) return capitalsWords(part, false)
  // "HbA1c", "IPv4"
  const isSpelled = part.length === 1 || (/^[^aeiouy]{2,4}$/i.test(part) && part !== 'Mc')
  return isSpelled ? spell(part) : part.toLowerCase()
}

/** The words for a token of letters and digits ("H2O", "A4'tje", "mp3's"). */
export function mixedWords(word: string): string {
  const parts = word.match(/\p{L}+(?:'\p{L}+)*|\d+(?:'\p{Ll}+)?/gu) ?? []
  const isCode = isMixedCode(word, parts.length)
  return parts.map(mixedPart).join(' ')

  function mixedPart(part: string): string {
    if (/^\d/.test(part)) {
      const [digits, ending] = part.split("'") as [string, string | undefined]
      const said = digits.length > 3 || /^0\d/.test(digits) || isCode ? code(digits) : cardinal(digits)
      if (ending === undefined) return said
      return said + (ending === 's' ? "'s" : ending)
    }
    const isSpelled = isCode || part.length === 1 || (part.length <= 3 && part === part.toUpperCase())
    return isSpelled ? spell(part) : partWords(part)
  }
}
