import {
  isLineStart,
  isWordStart,
  matchAt,
  type Passage,
  type Reader,
  type Reading,
  reading,
} from './reading.ts'

/** What is said for a symbol; '' when it is silent. */
type Name = string | ((passage: Passage, at: number) => string)

const OPERATORS: readonly (readonly [RegExp, string])[] = [
  [/<=/y, 'less than or equal to'],
  [/>=/y, 'greater than or equal to'],
  [/!==?/y, 'not equal to'],
  [/={2,3}(?!=)/y, 'equals'],
  [/[-=]>/y, 'to'],
  [/&&(?!&)/y, 'and'],
  // "x**2" and "x ** 2", which two stars of markdown never stand like
  [/(?<=[\d)]|(?<![A-Za-z])[A-Za-z])\*\*(?=\d|[A-Za-z](?![A-Za-z]))/y, 'to the power of'],
  [/(?<=(?:[\d)]|(?<![A-Za-z])[A-Za-z]) )\*\*(?= (?:\d|[A-Za-z](?![A-Za-z])))/y, 'to the power of'],
]
/** Three and more of one symbol are a line or an ornament. */
const ORNAMENT = /([^A-Za-z0-9\s])\1{2,}/y
const EMOTICON = /(?:[:;=][-^']?[)(DPpO|\\/\]]+|<3+(?!\d))(?=[\s.,!?]|$)/y
const POWER = /\^(-?\d{1,4})/y
const LINK_TARGET = /\]\([^\s)]{0,500}\)?/y

const NAMES: Readonly<Record<string, Name>> = {
  '&': 'and',
  '+': ({ text }, at) => (isBullet(text, at) ? '' : 'plus'),
  '=': 'equals',
  '×': ({ text }, at) => (text[at + 1] === ' ' ? 'times' : 'by'),
  '÷': 'divided by',
  '±': 'plus or minus',
  '≤': 'less than or equal to',
  '≥': 'greater than or equal to',
  '≠': 'not equal to',
  '≈': 'approximately',
  '∞': 'infinity',
  '√': 'square root of',
  '→': 'to',
  '°': 'degrees',
  '©': 'copyright',
  '§': 'section',
  '€': 'euro',
  '£': 'pound',
  '¥': 'yen',
  '₹': 'rupee',
  '¢': 'cents',
  μ: 'mu',
  Ω: 'ohms',
  '%': 'percent',
  $: 'dollar',
  '@': 'at',
  '|': ({ text }, at) => (text[at - 1] === ' ' && text[at + 1] === ' ' ? ',' : ''),
  '~': ({ text }, at) => (/^ ?[$€£]?\d/.test(text.slice(at + 1, at + 4)) ? 'about' : ''),
  '*': ({ text, afterNumber }, at) => (afterNumber && isDigitNext(text, at) ? 'times' : ''),
  '\\': ({ text }, at) => (/[A-Za-z0-9:]\\[A-Za-z0-9]/.test(text.slice(at - 1, at + 2)) ? 'backslash' : ''),
  '<': (passage, at) => (isComparison(passage, at) ? 'less than' : ''),
  '>': (passage, at) => (isComparison(passage, at) ? 'greater than' : ''),
  '^': ({ text }, at) =>
    /[A-Za-z0-9)]\^[A-Za-z0-9(]/.test(text.slice(at - 1, at + 2)) ? 'to the power of' : '',
  '#': hash,
  '/': slash,
}

/** Reads symbols by their names, or leaves them out where a listener would not want them. */
export const readSymbol: Reader = (passage, at) => {
  const { text } = passage
  if (isWordStart(text, at)) {
    const emoticon = matchAt(EMOTICON, text, at)
    if (emoticon && !passage.afterNumber) return reading(at, emoticon[0].length, '')
  }
  const target = matchAt(LINK_TARGET, text, at)
  if (target) return reading(at, target[0].length, '')
  if (/[^.,;:!?\-–—"']/.test(text[at]!)) {
    const ornament = matchAt(ORNAMENT, text, at)
    if (ornament) return reading(at, ornament[0].length, '')
  }
  for (const [pattern, words] of OPERATORS) {
    const operator = matchAt(pattern, text, at)
    if (operator) return reading(at, operator[0].length, words)
  }
  const power = matchAt(POWER, text, at)
  if (power) return readPower(text, at, power[0], power[1]!)
  const symbol = text[at]!
  const name = Object.hasOwn(NAMES, symbol) ? NAMES[symbol]! : undefined
  if (name === undefined) return undefined
  return reading(at, 1, typeof name === 'string' ? name : name(passage, at))
}

/** "x squared"; silent after a word, where it is a note's number. */
function readPower(text: string, at: number, match: string, exponent: string): Reading {
  if (/[A-Za-z]{3}$/.test(text.slice(Math.max(0, at - 3), at))) return reading(at, match.length, '')
  if (exponent === '2') return reading(at, match.length, 'squared')
  if (exponent === '3') return reading(at, match.length, 'cubed')
  return reading(at, 1, 'to the power of')
}

function isBullet(text: string, at: number): boolean {
  return isLineStart(text, at) && text[at + 1] === ' '
}

function isDigitNext(text: string, at: number): boolean {
  return /^ ?[-$€£]?\.?\d/.test(text.slice(at + 1, at + 5))
}

/** Between numbers, before one, or with spaces on both sides; at the start of a line ">" quotes. */
function isComparison({ text, afterNumber }: Passage, at: number): boolean {
  if (text[at] === '>' && isLineStart(text, at)) return false
  return afterNumber || isDigitNext(text, at) || (text[at - 1] === ' ' && text[at + 1] === ' ')
}

function hash({ text }: Passage, at: number): string {
  const next = text[at + 1] ?? ' '
  if (/(?:^|[^A-Za-z])[A-Za-z]$/.test(text.slice(Math.max(0, at - 2), at))) return 'sharp'
  if (/\d/.test(next) || /^[A-Z]{1,6}-\d/.test(text.slice(at + 1, at + 9))) return 'number'
  if (/[A-Za-z]/.test(next)) return isWordStart(text, at) ? 'hashtag' : 'hash'
  return text.length === 1 ? 'hash' : ''
}

function slash({ text, afterNumber }: Passage, at: number): string {
  const around = text.slice(Math.max(0, at - 8), at + 8)
  if (/\b(?:s?he\/(?:s?he|they)|his\/hers?|hers?\/his|him\/her|her\/him)\b/i.test(around)) return 'or'
  if (/\band\/or\b/i.test(around)) return ''
  const next = text.slice(at + 1, at + 4)
  if (afterNumber && /^[a-z]/i.test(next)) return 'per'
  if (afterNumber && /^ \d/.test(next)) return 'divided by'
  if (/\.\d{1,4}$/.test(around.slice(0, Math.min(at, 8))) && /^\d/.test(next)) return 'out of' // "4.5/5"
  const before = text[at - 1] ?? ' '
  if (/^[A-Za-z0-9]/.test(next) && /[A-Za-z0-9\s~.]/.test(before)) return 'slash'
  return text.length === 1 ? 'slash' : ''
}
