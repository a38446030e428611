import { textBefore } from './reading.ts'

/** A subtraction with a variable: what is before the minus, and after it ("2x - 3", "x^2 - 4x"), beside a sign of equality. */
const TERM_BEFORE = /(?:^|[\s(=])\d{0,6}(?:\.\d{1,3})?(?:[a-z](?:\^\d)?|(?<=\d)|[a-z]?\([a-z]\)) $/
const TERM_AFTER = /^[-–] (?:\d{1,6}(?:\.\d{1,3})?[a-z]?|[a-z])(?![A-Za-z\d'])/
const EQUALS_BEFORE = /[a-z\d)] = [^=.!?]{0,40}$/
const EQUALS_AFTER = /^[-–] [a-z\d+*/^ ().-]{1,24} = [-a-z\d(]/
/** A number that is subtracted from a variable or a power without spaces: "(x-1)", "x^2-1". */
const CLOSE_BEFORE = /(?:(?<![\w.-])\d{0,3}[nxyz]|\^\d{1,2}|\d[xyz])$/
const CLOSE_AFTER = /^-\d{1,4}(?![\w%-]|[.,:/]\d)/
/** A power or a variable of equations, which is a term without one, too: "x^2 - 5x", "x - 5", but "plan a - b". */
const ALGEBRA_BEFORE = /(?:^|[\s(={|])(?:(\d{0,4})[nxyz]|\d{0,4}(?:\d|[a-ln-z])\^[a-z\d]{1,2}) $/
const ALGEBRA_AFTER =
  /^[-–] (?:(\d{1,4})x|\d{1,6}(?:\.\d{1,3})?(?:[a-c]{2,3}|[a-z])?(?:\^[a-z\d])?|[b-z](?:\^[a-z\d])?|\([-a-z\d+ ]{1,12}\))(?![A-Za-z\d']|[.,:/]\d)/
/** A variable that is subtracted from a number, where the term ends: "10 - x". */
const NUMBER_BEFORE = /(?<![\d.,])\d{1,6} $/
const VARIABLE_AFTER = /^[-–] [xy](?:$|[.,;:?!)\n]| (?:[-+*/=^<>≤≥]|is |equals ))/
/** Something counted, after how often there is something: "2x - 3 pizzas". */
const COUNTED = /^[-–] \d{1,6} [A-Za-z]/
/** What is subtracted from a number: "7 - (-2)", "7 - (3 + 2)". */
const BRACKET_AFTER = /^[-–] \((?:-\d|\d{1,6} [-+*/×÷] \d)/
const MAX_TERM_LENGTH = 12
const MAX_EQUATION_LENGTH = 48
/** Around the sign of a variable: "= -x", "= (-b + 4)". */
const SIGN_BEFORE = /[=≤≥≠≈×÷√+*] ?\(?$/
const SIGNED_AFTER = /^-[a-z](?![\w'-])/
const SIGNED_IN_BRACKET = /^-[a-z] [-+*/] /

/** Whether a dash with spaces around it stands before a term: "2x - 3 = 7", "f(x) = x^2 - 4x", "the answer is x - 5". */
export function isBeforeTerm(text: string, at: number): boolean {
  const before = textBefore(text, at, MAX_EQUATION_LENGTH)
  const after = text.slice(at, at + MAX_EQUATION_LENGTH)
  const last = before.slice(-MAX_TERM_LENGTH)
  if (/\d $/.test(last) && BRACKET_AFTER.test(after)) return true
  if (isAlgebra(last, after)) return true
  if (NUMBER_BEFORE.test(last) && VARIABLE_AFTER.test(after)) return true
  if (!TERM_BEFORE.test(last) || !TERM_AFTER.test(after)) return false
  return EQUALS_BEFORE.test(before) || EQUALS_AFTER.test(after)
}

/** Whether a hyphen without spaces is the minus of a term: "(x-1)", "x^2-1". */
export function isMinusOfTerm(text: string, at: number): boolean {
  return (
    CLOSE_BEFORE.test(textBefore(text, at, MAX_TERM_LENGTH)) &&
    CLOSE_AFTER.test(text.slice(at, at + MAX_TERM_LENGTH))
  )
}

function isAlgebra(before: string, after: string): boolean {
  const first = ALGEBRA_BEFORE.exec(before)
  const second = ALGEBRA_AFTER.exec(after)
  if (!first || !second) return false
  if (!/\dx $/.test(before)) return true
  const isRange = second[1] !== undefined && Number(first[1]) < Number(second[1]) // "2x - 3x daily"
  return !isRange && !COUNTED.test(after)
}

/**
 * Whether a hyphen is the sign of a variable: "= -x", "(-b + 4)", and "the solution is -x".
 *
 * @param isResult whether the word before says that a result follows
 */
export function isSignOfVariable(text: string, at: number, isResult: boolean): boolean {
  const after = text.slice(at, at + MAX_TERM_LENGTH)
  if (text[at - 1] === '(' && SIGNED_IN_BRACKET.test(after)) return true
  return (isResult || SIGN_BEFORE.test(textBefore(text, at, 3))) && SIGNED_AFTER.test(after)
}
