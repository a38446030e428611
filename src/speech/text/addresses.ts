import { spell } from './capitals.ts'
import { digitByDigit } from './number-words.ts'
import { matchAt, type Reader, reading } from './reading.ts'
import { wordList } from './word-list.ts'
import { partWords } from './words.ts'

const EMAIL = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}/y
const URL =
  /(?:https?:\/\/|ftp:\/\/|www\.)([A-Za-z0-9.:-]{1,253})((?:\/[^\s<>"?#)\]]{0,300})?)(?:[?#][^\s<>")\]]{0,300})?/iy
const DOMAIN =
  /((?:[A-Za-z0-9-]{1,63}\.){1,4}(?:com|org|net|edu|gov|io|ai|co|uk|de|fr|eu|dev|app|info|me|tv|us|ca|au|ch|nl|be|ly|gg|xyz|tech|biz))((?:\/[^\s<>"?#)\]]{0,300})?)(?:\?[^\s<>")\]]{0,300})?(?![A-Za-z0-9@]|\.[A-Za-z0-9])/y
const FILE =
  /[A-Za-z0-9_-]{1,64}(?:\.[A-Za-z0-9_-]{1,20}){0,3}\.(?:txt|pdf|docx?|xlsx?|pptx?|csv|tsv|json|jsonl|xml|ya?ml|toml|html?|css|scss|jsx?|tsx?|mjs|py|rb|rs|go|java|cpp|sh|sql|md|png|jpe?g|gif|svg|webp|mp3|mp4|wav|flac|ogg|mov|avi|zip|tar|gz|exe|dmg|iso|log|ini|cfg|env|lock|wasm|onnx|bin)(?![A-Za-z0-9])/y

/** Endings and labels that are said as words; others as short are spelled. */
const SHORT_WORDS = wordList('com net org co gov edu dev app info me my go to is in we be biz tech zip bin')
const NAMES: Readonly<Record<string, string>> = {
  '.': 'dot',
  '/': 'slash',
  '-': 'dash',
  _: 'underscore',
  '@': 'at',
  '+': 'plus',
  ':': 'colon',
  '%': 'percent',
  '~': 'tilde',
  '=': 'equals',
  '&': 'and',
}

/**
 * Reads e-mail addresses, web addresses and names of files: "joe at example dot com". The protocol, the query and the
 * fragment of a web address are left out: nobody can follow them by ear.
 */
export const readAddress: Reader = ({ text }, at) => {
  const email = matchAt(EMAIL, text, at)
  if (email) return reading(at, email[0].length, spelledOut(email[0]))
  const url = matchAt(URL, text, at) ?? matchAt(DOMAIN, text, at)
  if (url) {
    const isBare = url[0].startsWith(url[1]!)
    const host = !isBare && /^www\./i.test(url[0]) ? `www.${url[1]}` : url[1]!
    const path = url[2]!.replace(/[/.,;:!'*]+$/, '')
    const trailing = /[.,;:!'*]*$/.exec(url[0])![0].length
    return reading(at, url[0].length - trailing, spelledOut(host.replace(/[.:-]+$/, '') + path))
  }
  const file = matchAt(FILE, text, at)
  return file ? reading(at, file[0].length, spelledOut(file[0])) : undefined
}

function spelledOut(address: string): string {
  return Array.from(address.matchAll(/[A-Za-z]+|\d+|./g), ({ 0: part }) => partOfAddress(part))
    .filter((words) => words !== '')
    .join(' ')
}

function partOfAddress(part: string): string {
  if (/^\d/.test(part)) return digitByDigit(part)
  if (/^[A-Za-z]/.test(part)) {
    const isShort = part.length <= 2 && !SHORT_WORDS.has(part.toLowerCase())
    return isShort || !/[aeiouy]/i.test(part) ? spell(part) : partWords(part)
  }
  return NAMES[part] ?? ''
}
