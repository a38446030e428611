import anyAscii from 'any-ascii'

/** Marks of other scripts and of typography, and what stands for them. Marks that end a clause divide words. */
const MARKS: Readonly<Record<string, string>> = {
  ...all('‘’‚‛′ʼ＇', "'"),
  ...all('“”„‟«»‹›″「」『』〝〞＂', '"'),
  ...all('‐‑−－', '-'),
  ...all('‒–—―', ' – '),
  ...all('…', '... '),
  ...all('。．｡।॥։።܁።', '. '),
  ...all('、，､،՝፣', ', '),
  ...all('！՜', '! '),
  ...all('？؟՞⁇፧', '? '),
  ...all('；؛፤', '; '),
  ...all('：፥', ': '),
  ...all('【《〈（', ' ('),
  ...all('】》〉）', ') '),
  ...all('％٪', '%'),
  ...all('・·', ' '),
  ...all('٬', ''),
  ...all('٫', '.'),
}
const MARK = new RegExp(`[${Object.keys(MARKS).join('')}]`, 'gu')

/** Marks that stack up on one letter; more than any script has make Unicode's normalisation slow. */
const STACKED = /(\p{M}{4})\p{M}+/gu
/** What is neither ASCII nor written in words, and joiners that join no letters. */
const UNKNOWN =
  /[^\p{ASCII}\p{L}\p{M}\p{N}–\u200c\u200d]|(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?!\p{L})/gu
const OTHER_DIGITS = /[^\P{Nd}0-9]/gu

/**
 * A written word in its own script, composed (NFC), with the marks and digits of ASCII. Letters of every script stay;
 * emoji and other symbols are left out.
 */
export function clean(word: string): string {
  if (!/[^\x20-\x7e]/.test(word)) return word
  return word
    .replace(STACKED, '$1')
    .replace(OTHER_DIGITS, anyAscii)
    .replace(MARK, (mark) => MARKS[mark]!)
    .normalize('NFC')
    .replace(UNKNOWN, '')
    .replace(/\s+/g, ' ')
}

function all(characters: string, replacement: string): Record<string, string> {
  return Object.fromEntries(Array.from(characters, (character) => [character, replacement]))
}
