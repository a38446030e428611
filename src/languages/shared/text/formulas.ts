import { entry } from './entry.ts'
import { matchAt } from './reading.ts'

/** What a formula of LaTeX begins with, and no amount of money: "x^2", "\\frac", "2x + 3", "12 + 5". */
const FORMULA = '(?:[a-z\\\\]|[A-Z](?![A-Za-z])|\\d{1,4}(?:\\.\\d{1,4})?(?:[a-z](?![a-z])| ?[+*=^\\\\]))'
/** Around a formula of LaTeX in a line ("$x^2$"). */
const FORMULA_START = new RegExp(`\\$(?=${FORMULA}(?:[^$\\n]{0,60}[^$\\s/,-])?\\$(?![\\w{]))`, 'y')
/** Around one that is set on a line of its own: "$$x^2$$". */
const DISPLAY = /\$\$(?!\$)/y
const FORMULA_END = new RegExp(`(?<=(?<![\\w$])\\$${FORMULA}(?:[^$\\n]{0,60}[^$\\s/,-])?)\\$(?![\\w{])`, 'y')
/** The symbols that commands of LaTeX stand for; those that say how a formula is set stand for none. */
const COMMANDS: Readonly<Record<string, string>> = {
  ...{ times: '×', cdot: '×', pm: '±', div: '÷', sqrt: '√', infty: '∞', circ: '°' },
  ...{ le: '≤', leq: '≤', ge: '≥', geq: '≥', ne: '≠', neq: '≠', approx: '≈', to: '→', rightarrow: '→' },
  ...{ frac: '', dfrac: '', tfrac: '', left: '', right: '', text: '', mathrm: '', mathbf: '', boxed: '' },
  ...{ quad: '', qquad: '', displaystyle: '', '(': '', ')': '', '[': '', ']': '', ',': '', ';': '', '!': '' },
}
const COMMAND = /\^?\\([a-z]{2,12}(?![a-z])|[()[\],;!])/y
/** Between the parts of a fraction: "\frac{1}{2}". */
const FRACTION_LINE = /(?<=frac\{[^{}]{1,40})\}\{/y

/** Whether the dollar sign at a position begins a formula of LaTeX, so that the number after it is no amount. */
export function beginsFormula(text: string, at: number): boolean {
  return matchAt(FORMULA_START, text, at) !== null
}

/** Whether the dollar sign at a position ends a formula of LaTeX, so that the number before it is no amount. */
export function endsFormula(text: string, at: number): boolean {
  return matchAt(FORMULA_END, text, at) !== null
}

/** A mark or a command of a formula. */
export interface FormulaMark {
  readonly length: number
  /** The symbol that it stands for; '' when it is silent. */
  readonly symbol: string
}

/** The mark or the command of LaTeX that begins at a position: "$", "$$", "\frac", and the "}{" within a fraction. */
export function formulaMarkAt(text: string, at: number): FormulaMark | undefined {
  if (matchAt(DISPLAY, text, at)) return { length: 2, symbol: '' }
  if (beginsFormula(text, at) || endsFormula(text, at)) return { length: 1, symbol: '' }
  const [match, command] = matchAt(COMMAND, text, at) ?? []
  const symbol = command === undefined ? undefined : entry(COMMANDS, command)
  if (symbol !== undefined) return { length: match!.length, symbol }
  return matchAt(FRACTION_LINE, text, at) ? { length: 2, symbol: '÷' } : undefined
}
