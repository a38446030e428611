import { matchAt, type Reader, type Verbalization } from '../../shared/text/reading.ts'
import { cardinal } from './number-words.ts'

/** Keys by what is written for them. */
const KEYS: Readonly<Record<string, string>> = {
  ctrl: 'control',
  control: 'control',
  alt: 'alt',
  shift: 'shift',
  cmd: 'command',
  command: 'command',
  option: 'option',
  win: 'windows',
  windows: 'windows',
  fn: 'function',
  del: 'delete',
  delete: 'delete',
  esc: 'escape',
  escape: 'escape',
  enter: 'enter',
  tab: 'tab',
  space: 'space',
  home: 'home',
  end: 'end',
}
const NAMES = Object.keys(KEYS)
  .flatMap((key) => [key[0]!.toUpperCase() + key.slice(1), key.toUpperCase(), key])
  .join('|')
/** Keys that are held while others are pressed. */
const HELD = 'Ctrl|CTRL|ctrl|Control|Alt|ALT|Shift|SHIFT|Cmd|CMD|Command|Option|Win|Windows|Fn'
const COMBINATION = new RegExp(
  `(?:${HELD})(?:(?: ?\\+ ?|-)(?:${NAMES}|F\\d{1,2}|[A-Za-z0-9])(?![A-Za-z0-9])){1,4}`,
  'y',
)
const LONE = /(?:Ctrl|Cmd|Esc|Del(?= key))(?![A-Za-z0-9])/y

/** Reads keys that are pressed together: "Ctrl+Alt+Del" is "control alt delete". */
export const readKeyCombination: Reader = ({ text, locale }, at) => {
  const match = (matchAt(COMBINATION, text, at) ?? matchAt(LONE, text, at))?.[0]
  if (match === undefined) return undefined
  const said: Verbalization[] = []
  for (const { 0: key, index } of match.matchAll(/[A-Za-z]+|\d+/g)) {
    const words = /\d/.test(key) ? cardinal(key, locale) : (KEYS[key.toLowerCase()] ?? key.toUpperCase())
    said.push({ at: at + index, words })
  }
  return { end: at + match.length, said }
}
