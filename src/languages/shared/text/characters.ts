import { codeWords } from './digit-groups.ts'
import type { TextFrontEnd } from './reading.ts'
import type { SymbolWords } from './symbols.ts'

/** Names of symbols that are marks in running text. */
interface MarkNames {
  readonly dot: string
  readonly hyphen: string
  readonly underscore: string
  readonly star: string
}

/** The names of symbols in a language, as they are said when text is spelled. */
export function signNames(
  { always, plus, slash, hash, backslash, times }: SymbolWords,
  { dot, hyphen, underscore, star }: MarkNames,
): Readonly<Record<string, string>> {
  return {
    ...always,
    '+': plus,
    '/': slash,
    '\\': backslash,
    '#': hash,
    '×': times,
    '.': dot,
    '-': hyphen,
    _: underscore,
    '*': star,
  }
}

/** What divides the groups of a code or of a number that is dialled. */
const DIVIDERS = { code: /^[\s,;:()[\]-]+$/, number: /^[\s,;:()[\]./-]+$/ } as const
/** Greek letters, runs of other letters, of digits, of dividers, and single symbols. */
const PART = /\p{Script=Greek}\p{M}*|(?:(?!\p{Script=Greek})[\p{L}\p{M}])+|\p{Nd}+|[\s,;:()[\]./-]|./gsu

/**
 * Text character by character: the names of letters, digits and symbols, with a pause between groups ("A B C , one two").
 * Letters and digits of other scripts are said as the language writes them.
 *
 * @param kind in a `number` full stops and slashes divide groups too; in a `code` they are named
 */
export function charactersSaid(text: string, kind: keyof typeof DIVIDERS, language: TextFrontEnd): string {
  const said: string[] = []
  let isDivided = false
  for (const [part] of text.normalize('NFKC').matchAll(PART)) {
    const words = DIVIDERS[kind].test(part) ? undefined : nameOf(part, language)
    if (words === undefined) isDivided ||= said.length > 0
    else if (words !== '') {
      if (isDivided && said.at(-1) !== language.forms.signs['+']) said.push(',')
      isDivided = false
      said.push(words)
    }
  }
  return said.join(' ')
}

function nameOf(part: string, { clean, forms }: TextFrontEnd): string {
  const isGreek = /^\p{Script=Greek}/u.test(part)
  const plain = clean(isGreek ? part.normalize('NFD')[0]! : part)
  if (/^[0-9]/.test(plain)) return codeWords(plain, forms.digits)
  if (Object.hasOwn(forms.signs, plain)) return forms.signs[plain]!
  if (isGreek && plain.length > 1) return plain.toLowerCase()
  return /^\p{L}/u.test(part) ? forms.spell(plain) : ''
}
