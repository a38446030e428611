/** The names of Greek letters that are symbols. Letters with accents are none: they are words of Greek. */
const NAMES: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  ζ: 'zeta',
  η: 'eta',
  θ: 'theta',
  ι: 'iota',
  κ: 'kappa',
  λ: 'lambda',
  ν: 'nu',
  ξ: 'xi',
  ο: 'omicron',
  π: 'pi',
  ρ: 'rho',
  σ: 'sigma',
  ς: 'sigma',
  τ: 'tau',
  υ: 'upsilon',
  φ: 'phi',
  χ: 'chi',
  ψ: 'Psi', // in small letters it is a unit
  ω: 'omega',
}

/** A Greek letter that is no part of a Greek word. The language names those that are units. */
const LONE_LETTER = /(?<!\p{Script=Greek})(?![μΩ])\p{Script=Greek}(?!\p{Script=Greek})/gu
/** What a space divides a name from. A power right after a word would be taken for the number of a note. */
const BEFORE_NAME = /[\p{L}\p{N}]/u
const AFTER_NAME = /[\p{L}\p{N}^]/u

/** Text (NFKC) with the names of its Greek letters that stand alone: "2 pi" for "2π". */
export function withGreekNames(text: string): string {
  return text.replace(LONE_LETTER, (letter, at: number) => {
    const name = NAMES[letter.toLowerCase()]
    if (name === undefined) return letter
    const before = BEFORE_NAME.test(text[at - 1] ?? '') ? ' ' : ''
    const after = AFTER_NAME.test(text[at + 1] ?? '') ? ' ' : ''
    return before + name + after
  })
}
