import anyAscii from 'any-ascii'
import { CURRENCY_SIGNS } from './currency-signs.ts'
import { withGreekNames } from './greek.ts'

/** Characters that are written as others here, before Unicode's own compatibility forms are taken. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ...pairs('‘’‚‛′ʼ`´', "'"),
  ...pairs('“”„‟«»″「」『』〝〞', '"'),
  ...pairs('‐‑⁃', '-'),
  ...pairs('‒―', '–'),
  ...pairs('−', '-'),
  ...pairs('•◦▪‣●○■□▸►∙・', '•'),
  ...pairs('·', ' '),
  ...pairs('。।', '. '),
  ...pairs('、，،', ', '),
  ...pairs('！', '! '),
  ...pairs('？؟', '? '),
  ...pairs('；؛', '; '),
  ...pairs('：', ': '),
  ...pairs('【《〈（', ' ('),
  ...pairs('】》〉）', ') '),
  ...pairs('™®℠¿¡†‡¶', ''),
  ...pairs('⇒➜➔➡⟶', '→'),
  ...pairs('ΩΩ', 'Ω'),
  ...pairs('µ', 'μ'),
  ...pairs('≙', '='),
  '⌘': 'Cmd',
  '⌥': 'Option',
  '⇧': 'Shift',
  '⌃': 'Ctrl',
  ...pairs('❗', '!'),
  ...pairs('❓', '?'),
}

/** Superscript digits and signs, and the plain ones in the same order. */
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁻'
const PLAIN = '0123456789-'

/**
 * The marks of Markdown around words in bold, in italics and in code, at the edges of a word, and before a block of code with
 * its language. Nobody says them, and a number is read by the words beside it: "your code is **482190**". Before a
 * hyphen and digits, stars hide what is before them: "***-4821". The star of "an A*" is said.
 */
const EMPHASIS =
  /^`{3}(?:bash|c|console|cpp|csharp|css|diff|go|html|ini|java|javascript|js|json|jsx|kotlin|markdown|md|php|plaintext|python|py|ruby|rust|sh|shell|sql|swift|text|toml|ts|tsx|typescript|xml|yaml|yml|zsh)$|^(?:\*{2,3}(?!-\d{3,6}[.,;:!?)]*$)|`)(?=[^\s*`])|^\*(?=\p{L})|(?<=[^\s*`])(?:\*{2,3}|`)(?=[.,;:!?)"'”]*$)|(?<=\p{L})(?<!(?<![\p{L}\d])A)\*(?=[.,;:!?)"'”]*$)/gu

/** Letters of a word in bold, as those of an acronym are: "**D**ynamic", "N**I**SQ". */
const BOLD_LETTERS =
  /(?<![\p{L}\d*])((?:\p{L}{1,12})?)\*\*(\p{L}{1,6})\*\*(?=\p{L})|(?<=\p{L})\*\*(\p{L}{1,6})\*\*(?![\p{L}\d*])/gu

/** The sign of a key that is held, directly before the one that is pressed: "⌘V", "⌘⇧4". */
const HELD_KEY = /(?<=[⌘⌥⇧⌃])(?=[\p{L}\d⌘⌥⇧⌃])/gu

/** A dot in the middle of a line, on its own or between digits, where it may be of a product ("12 · 7"). */
const MIDDLE_DOT = /^[·⋅]$|(?<=\d)[·⋅](?=\d)/gu

/** Marks that stack up on one letter; more than a few make Unicode's normalisation slow. */
const STACKED_MARKS = /(\p{M}{3})\p{M}+/gu
/** What stays as it is: ASCII, symbols that have a name, and emoji with what joins them. */
const KNOWN = `\\p{ASCII}–—°‰${CURRENCY_SIGNS}¢×÷±≤≥≠≈∞√→←↔©§•μΩ✓✗✘★☆\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{RI}\\u200d`
const JOINER = /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier})\u200d|\u200d(?!\p{Extended_Pictographic})/gu

/** What a language writes otherwise than others. */
export interface Alphabet {
  /** Letters and signs beside those of ASCII that stay as they are, composed (NFC). */
  readonly letters: string
  /** Characters that are written as others. */
  readonly replacements: Readonly<Record<string, string>>
}

/** Makes the function that makes written words plain in an alphabet: see `TextFrontEnd.clean`. */
export function cleanerOf({ letters, replacements }: Alphabet): (word: string) => string {
  const all = { ...REPLACEMENTS, ...replacements }
  const kept = new Set(letters)
  const replaced = new RegExp(
    `[${Object.keys(all)
      .filter((each) => !kept.has(each))
      .join('')}]`,
    'gu',
  )
  const foreign = new RegExp(`[^${KNOWN}${letters}]+`, 'gu')
  return (marked) => {
    const whole = marked.includes('**') ? marked.replace(BOLD_LETTERS, '$1$2$3') : marked
    const word = whole.replace(EMPHASIS, '')
    if (!/[^\x20-\x7e]/.test(word)) return word
    const composed = word
      .replace(STACKED_MARKS, '$1')
      .replace(/[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff]|\ufe0e|\ufe0f/g, '')
      .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+/g, superscript)
      .replace(/(\d?)([¼-¾⅐-⅞])/g, (_, digit: string, fraction: string) => mixedFraction(digit, fraction))
      .replace(MIDDLE_DOT, '•')
      .replace(HELD_KEY, '+')
      .replace(replaced, (character) => all[character]!)
      .normalize('NFKC')
    return withGreekNames(composed)
      .replace(/\p{Script=Greek}{2,}/gu, anyAscii)
      .replace(foreign, transliterated)
      .replace(JOINER, '')
  }
}

function superscript(power: string): string {
  return `^${Array.from(power, (character) => PLAIN[SUPERSCRIPTS.indexOf(character)]).join('')}`
}

/** "3½" becomes "3 1/2", as it is read. */
function mixedFraction(digit: string, fraction: string): string {
  const plain = fraction.normalize('NFKC').replace('⁄', '/')
  return digit === '' ? plain : `${digit} ${plain}`
}

/** Latin letters without their marks, other scripts in Latin letters, nothing for what is neither letter nor digit. */
function transliterated(run: string): string {
  const plain = run.replaceAll('⁄', '/').replace(/[^\p{L}\p{N}/]/gu, '')
  return anyAscii(plain)
}

function pairs(characters: string, replacement: string): Record<string, string> {
  return Object.fromEntries(Array.from(characters, (character) => [character, replacement]))
}
