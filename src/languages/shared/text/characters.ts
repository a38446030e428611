import { codeWords } from './digit-groups.ts'
import type { SpokenForms } from './reading.ts'
import type { SymbolWords } from './symbols.ts'

/** Names of signs that are marks in running text. */
interface MarkNames {
  readonly dot: string
  readonly hyphen: string
  readonly underscore: string
  readonly star: string
}

/** The names of a language's signs, as they are said when text is spelled. */
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
/** Runs of letters, of digits, of dividers, and single signs. */
const PART = /[\p{L}\p{M}]+|[0-9]+|[\s,;:()[\]./-]|./gsu

/**
 * Text character by character: the names of letters, digits and signs, with a pause between groups ("A B C , one two").
 *
 * @param kind in a `number` full stops and slashes divide groups too; in a `code` they are named
 */
export function charactersSaid(text: string, kind: keyof typeof DIVIDERS, forms: SpokenForms): string {
  const said: string[] = []
  let isDivided = false
  for (const [part] of text.normalize('NFKC').matchAll(PART)) {
    const words = DIVIDERS[kind].test(part) ? undefined : nameOf(part, forms)
    if (words === undefined) isDivided ||= said.length > 0
    else if (words !== '') {
      if (isDivided && said.at(-1) !== forms.signs['+']) said.push(',')
      isDivided = false
      said.push(words)
    }
  }
  return said.join(' ')
}

function nameOf(part: string, forms: SpokenForms): string {
  if (/^[0-9]/.test(part)) return codeWords(part, forms.digits)
  if (/^\p{L}/u.test(part)) return forms.spell(part)
  return Object.hasOwn(forms.signs, part) ? forms.signs[part]! : ''
}
