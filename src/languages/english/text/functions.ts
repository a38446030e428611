import { isWordEnd, matchAt, type Reader, reading, textBefore } from '../../shared/text/reading.ts'

/** Functions whose names are short: "sin(x)". */
const NAMES: Readonly<Record<string, string>> = {
  ...{ sin: 'sine', cos: 'cosine', tan: 'tangent', cot: 'cotangent', csc: 'cosecant' },
  ...{ sinh: 'hyperbolic sine', cosh: 'hyperbolic cosine', tanh: 'hyperbolic tangent' },
  ...{ arcsin: 'arc sine', arccos: 'arc cosine', arctan: 'arc tangent', sqrt: 'square root' },
}
const NAMED = new RegExp(`(?:${Object.keys(NAMES).join('|')})(?![A-Za-z\\d])`, 'y')
/** After a name: its power, a bracket, or without one a variable, a Greek letter or an angle: "sin x", "tan theta", "cos 30°". */
const ARGUMENT_AFTER =
  /^(?:\^-?\d)?(?:\(| ?(?:theta|alpha|beta|phi|omega|pi)(?![a-z])| ?\d{0,3}[txy](?![A-Za-z'-])| ?\d{1,3}°)/
/** The function before its bracket: a letter, maybe with primes, or a name, maybe with its power. */
const FUNCTION_BEFORE =
  /(?<![A-Za-z\d'"._-])(?:\d{0,3}[fghpuvyFOP]'{0,2}|\d{0,3}[A-Z]|(?:log|ln|exp|(?:arc|a)?(?:sin|cos|tan)h?|cot|csc|sec|sqrt))(?:\^-?\d)?$/
const MAX_FUNCTION_LENGTH = 12
/** The start of an argument: a variable, a Greek letter, a number, or another function. "P(Yes)" and "f(s) " are none. */
const ARGUMENT =
  /^\(-?(?:\d{1,6}(?:\.\d{1,6})?)?(?:(?:[a-zA-Z]|theta|alpha|beta|phi|omega|lambda|sigma|pi|mu|log|sin|cos|tan)(?![A-Za-z'])|[a-z]{2,6}\(|(?<=\d)[^A-Za-z])/
/** The same after a capital that may be a name: "Plan A(1)", "Class A(s)" and "influenza A(H1N1)" have no variable. */
const VARIABLE = /^\(-?\d{0,3}(?!s\))[a-zA-Z](?![A-Za-z\d'])/
const PRIMES = /'{1,2}(?=\()/y
/** The condition of a probability: "P(A|B)". */
const GIVEN = /\|(?= ?(?:not )?[A-Za-z](?![a-z]))/y
const PROBABILITY_BEFORE = /(?<![A-Za-z\d])P\([^()|]{1,12}$/
/** An article that may have its n: "a(n) apple". */
const OPTIONAL_N = /[Aa]\(n\)(?! ?[=<>+*/^-])/y

/** Reads the names of functions, and an article with an optional n: "sin(x)" is "sine of X", "a(n) apple" "an apple". */
export const readFunctionName: Reader = ({ text }, at) => {
  if (!'Aacst'.includes(text[at]!) || !isWordEnd(text, at - 1)) return undefined
  if (matchAt(OPTIONAL_N, text, at))
    return reading(at, 4, /^ [aeiou]/i.test(text.slice(at + 4, at + 6)) ? 'an' : 'a')
  const name = matchAt(NAMED, text, at)?.[0]
  if (name === undefined) return undefined
  const after = text.slice(at + name.length, at + name.length + 12)
  if (!ARGUMENT_AFTER.test(after) || (name === 'sqrt' && after[0] !== '(')) return undefined
  return reading(at, name.length, NAMES[name]!)
}

/** Reads what stands between a function and its argument: "f(x)" is "F of X", "f'(x)" "F prime of X", "P(A|B)" "P of A given B". */
export const readFunction: Reader = ({ text }, at) => {
  if (!"('|".includes(text[at]!)) return undefined
  const before = textBefore(text, at, MAX_FUNCTION_LENGTH)
  const primes = matchAt(PRIMES, text, at)?.[0]
  if (primes !== undefined && FUNCTION_BEFORE.test(before) && ARGUMENT.test(text.slice(at + primes.length)))
    return reading(at, primes.length, primes === "'" ? 'prime' : 'double prime')
  if (text[at] === '|' && matchAt(GIVEN, text, at) && PROBABILITY_BEFORE.test(before))
    return reading(at, 1, 'given')
  if (text[at] !== '(') return undefined
  const called = FUNCTION_BEFORE.exec(before)?.[0]
  if (called === undefined) return undefined
  const argument = text.slice(at, at + MAX_FUNCTION_LENGTH)
  const start = /^[a-z]{2}/.test(called)
    ? /^\([^)]/
    : /^\d{0,3}[A-EG-NQ-Z]$/.test(called)
      ? VARIABLE
      : ARGUMENT
  return start.test(argument) && isWordEnd(text, at) ? reading(at, 1, 'of') : undefined
}
