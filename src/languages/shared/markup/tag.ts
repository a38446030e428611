import { withCharacters } from '../text/character-references.ts'

/** A tag of a transcript. */
export interface Tag {
  /** In small letters; '' for comments and declarations. */
  readonly name: string
  /** Names in small letters. */
  readonly attributes: Readonly<Record<string, string>>
  /** It ends something: `</name>`. */
  readonly isClosing: boolean
  /** It is a whole of its own: `<name/>`. */
  readonly isEmpty: boolean
}

/** UTF-16 code units of a tag. What is longer is text. */
export const MAX_TAG_LENGTH = 320

const NAME = /^<\/?([a-z][\w:.-]*)/i
const ATTRIBUTE = /([a-z_:][\w:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+?)(?=\s|\/?>))/gi
/** Quotes of a word processor. */
const CURLY_QUOTES = /^[“”‘’]|[“”‘’]$/g

/** Where a reader of a tag is in it. */
type Part = 'name' | 'gap' | 'attribute' | 'after attribute' | 'before value' | 'value' | "'" | '"'

/**
 * Where the tag ends that begins with the "<" at a position: behind its ">". -1 when that "<" begins no tag, undefined
 * when the text ends before it is decided. Nothing that comes later changes what is decided.
 */
export function tagEnd(text: string, at: number): number | undefined {
  const first = text[at + 1]
  if (first === undefined) return undefined
  if (first === '!' || first === '?') return declarationEnd(text, at)
  const nameAt = first === '/' ? at + 2 : at + 1
  if (nameAt >= text.length) return undefined
  if (!/[a-z]/i.test(text[nameAt]!)) return -1
  let part: Part | undefined = 'name'
  for (let next = nameAt; next < at + MAX_TAG_LENGTH; next++) {
    const unit = text[next]
    if (unit === undefined) return undefined
    if (unit === '>') return next + 1
    part = unit === '<' ? undefined : partAfter(part, unit)
    if (part === undefined) return -1
  }
  return -1
}

/** A whole tag. */
export function parseTag(source: string): Tag {
  const name = NAME.exec(source)?.[1]?.toLowerCase() ?? ''
  const attributes: Record<string, string> = {}
  for (const [, key, double, single, bare] of source.matchAll(ATTRIBUTE)) {
    attributes[key!.toLowerCase()] = withCharacters((double ?? single ?? bare!).replace(CURLY_QUOTES, ''))
  }
  return { name, attributes, isClosing: source.startsWith('</'), isEmpty: source.endsWith('/>') }
}

/** Comments, declarations and processing instructions. */
function declarationEnd(text: string, at: number): number | undefined {
  const second = text[at + 2]
  if (second === undefined) return undefined
  if (!/[a-z[-]/i.test(second)) return -1
  for (let next = at + 2; next < at + MAX_TAG_LENGTH; next++) {
    if (text[next] === undefined) return undefined
    if (text[next] === '>') return next + 1
    if (text[next] === '<') return -1
  }
  return -1
}

/** The part of a tag that a code unit belongs to or opens; undefined where no tag has it. */
function partAfter(part: Part, unit: string): Part | undefined {
  const isSpace = /\s/.test(unit)
  switch (part) {
    case 'name':
      if (/[\w:.-]/.test(unit)) return 'name'
      return isSpace || unit === '/' ? 'gap' : undefined
    case 'attribute':
      if (/[\w:-]/.test(unit)) return 'attribute'
      if (unit === '=') return 'before value'
      if (isSpace) return 'after attribute'
      return unit === '/' ? 'gap' : undefined
    case 'after attribute':
      if (unit === '=') return 'before value'
      return isSpace ? 'after attribute' : partAfter('gap', unit)
    case 'gap':
      if (isSpace || unit === '/') return 'gap'
      return /[a-z_:]/i.test(unit) ? 'attribute' : undefined
    case 'before value':
      if (isSpace) return 'before value'
      return unit === '"' || unit === "'" ? unit : 'value'
    case 'value':
      return isSpace ? 'gap' : 'value'
    default:
      return unit === part ? 'gap' : part
  }
}
