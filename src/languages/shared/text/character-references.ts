import { wordList } from './word-list.ts'

/** The names of the characters from U+00A0 on, in their order. */
const LATIN = `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr
  deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest
  Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml
  ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig
  agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml
  eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`
/** Names of the letters from U+0391 and U+03B1 on; only the small ones have a final sigma. */
const GREEK_CAPITALS = `Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho`
const GREEK_CAPITALS_AFTER_RHO = 'Sigma Tau Upsilon Phi Chi Psi Omega'
const GREEK = `alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf
  sigma tau upsilon phi chi psi omega`

/** The named references that people meet: those of HTML 4, and those of ASCII. */
const NAMED: Readonly<Record<string, string>> = {
  ...inOrder(LATIN, 0xa0),
  ...inOrder(GREEK_CAPITALS, 0x391),
  ...inOrder(GREEK_CAPITALS_AFTER_RHO, 0x3a3),
  ...inOrder(GREEK, 0x3b1),
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", AMP: '&', LT: '<', GT: '>', QUOT: '"' },
  ...{ Tab: '\t', NewLine: '\n', excl: '!', num: '#', dollar: '$', percnt: '%', lpar: '(', rpar: ')' },
  ...{ ast: '*', plus: '+', comma: ',', period: '.', sol: '/', colon: ':', semi: ';', equals: '=' },
  ...{ quest: '?', commat: '@', lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', Hat: '^' },
  ...{ lowbar: '_', grave: '`', lcub: '{', lbrace: '{', verbar: '|', vert: '|', rcub: '}', rbrace: '}' },
  ...{ OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ', Zcaron: 'Ž', zcaron: 'ž', fnof: 'ƒ' },
  ...{ circ: 'ˆ', tilde: '˜', ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009', zwnj: '\u200c' },
  ...{ zwj: '\u200d', lrm: '\u200e', rlm: '\u200f', hyphen: '‐', dash: '‐', ndash: '–', mdash: '—' },
  ...{ horbar: '―', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„' },
  ...{ dagger: '†', Dagger: '‡', bull: '•', hellip: '…', permil: '‰', prime: '′', Prime: '″' },
  ...{ lsaquo: '‹', rsaquo: '›', oline: '‾', frasl: '⁄', euro: '€', image: 'ℑ', weierp: '℘', real: 'ℜ' },
  ...{ numero: '№', trade: '™', alefsym: 'ℵ', thetasym: 'ϑ', upsih: 'ϒ', piv: 'ϖ' },
  ...{ frac13: '⅓', frac23: '⅔', frac15: '⅕', frac18: '⅛', frac38: '⅜', frac58: '⅝', frac78: '⅞' },
  ...{ larr: '←', uarr: '↑', rarr: '→', darr: '↓', harr: '↔', crarr: '↵' },
  ...{ lArr: '⇐', uArr: '⇑', rArr: '⇒', dArr: '⇓', hArr: '⇔' },
  ...{ forall: '∀', part: '∂', exist: '∃', empty: '∅', nabla: '∇', isin: '∈', notin: '∉', ni: '∋' },
  ...{ prod: '∏', sum: '∑', minus: '−', lowast: '∗', radic: '√', prop: '∝', infin: '∞', ang: '∠' },
  ...{ and: '∧', or: '∨', cap: '∩', cup: '∪', int: '∫', there4: '∴', sim: '∼', cong: '≅', asymp: '≈' },
  ...{ ne: '≠', equiv: '≡', le: '≤', ge: '≥', sub: '⊂', sup: '⊃', nsub: '⊄', sube: '⊆', supe: '⊇' },
  ...{ oplus: '⊕', otimes: '⊗', perp: '⊥', sdot: '⋅', lceil: '⌈', rceil: '⌉', lfloor: '⌊', rfloor: '⌋' },
  ...{ lang: '⟨', rang: '⟩', loz: '◊', spades: '♠', clubs: '♣', hearts: '♥', diams: '♦', check: '✓' },
}

/** What a name may begin with. */
const BEGINNINGS = new Set(
  Object.keys(NAMED).flatMap((name) => Array.from(name, (_, at) => name.slice(0, at + 1))),
)

const NUMBER = /^#(?:(\d{1,10})|[xX]([\dA-Fa-f]{1,8}))$/
const NUMBER_BEGINS = /^#(?:\d{0,10}|[xX][\dA-Fa-f]{0,8})$/
/** Longer than any name and number. */
const BODY = /[#A-Za-z0-9]{0,12}/y
const REFERENCE = /&([#A-Za-z0-9]{1,12});/g
const UNKNOWN = '\ufffd'
/** Control characters that are not white space, and halves of characters. */
const NO_CHARACTER = /[^\P{Cc}\t\n\f\r]|\p{Cs}/u
const WINDOWS = new TextDecoder('windows-1252')

/**
 * Where the character reference ("&amp;", "&#8217;", "&#x20AC;") ends that begins with the "&" at a position: behind its
 * ";". -1 when that "&" begins none, undefined when the text ends before it is decided. Nothing that comes later changes
 * what is decided.
 */
export function referenceEnd(text: string, at: number): number | undefined {
  BODY.lastIndex = at + 1
  const body = BODY.exec(text)![0]
  const end = at + 1 + body.length
  if (end < text.length) return text[end] === ';' && characterOf(body) !== undefined ? end + 1 : -1
  return body === '' || BEGINNINGS.has(body) || NUMBER_BEGINS.test(body) ? undefined : -1
}

/** A text with the characters in place of the references to them. */
export function withCharacters(text: string): string {
  return text.replace(REFERENCE, (reference, body: string) => characterOf(body) ?? reference)
}

/** The character of a reference, which stands between its "&" and its ";". Undefined: there is no such reference. */
function characterOf(body: string): string | undefined {
  if (Object.hasOwn(NAMED, body)) return NAMED[body]
  const [, decimal, hexadecimal] = NUMBER.exec(body) ?? []
  if (decimal === undefined && hexadecimal === undefined) return undefined
  const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal)
  if (code > 0x10ffff) return UNKNOWN
  const isOfWindows = code >= 0x80 && code < 0xa0 // what browsers take them for
  const character = isOfWindows ? WINDOWS.decode(Uint8Array.of(code)) : String.fromCodePoint(code)
  return NO_CHARACTER.test(character) ? UNKNOWN : character
}

function inOrder(names: string, first: number): Record<string, string> {
  return Object.fromEntries(
    Array.from(wordList(names), (name, at) => [name, String.fromCodePoint(first + at)]),
  )
}
