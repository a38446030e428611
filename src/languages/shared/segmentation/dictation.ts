import type { SpokenForms } from '../text/reading.ts'
import { endsSentence, isPause, type Token, type Word } from '../text/token.ts'

/** Digits in a row from which on they are dictated: two are a score, or the end of a name ("B2C", "two oh"). */
const DIGITS = 3
/** Characters that a code of letters and digits has at least, with two digits and with one: "K7B9" is dictated, "DDR5" is a name. */
const CODE = { withDigits: 4, withDigit: 6 }
/** Letters of a name that is spelled: "S-M-I", "J, A, N". */
const SPELLED = 3
/** Letters in a row that are no abbreviation: "QXLMNB". */
const LETTERS = 6

/** Characters of a code that are said in one breath. */
const ONE_BREATH = 5
/** How many characters a group best has, and how much worse it is to divide one where letters do not meet digits. */
const GROUP = 3
const SAME_KIND = 0.5

const HYPHENATED = /^\P{L}*\p{L}(?:-\p{L})+\P{L}*$/u
const SINGLE = /^[^\p{L}\p{N}.]*\p{L}[^\p{L}\p{N}.]*$/u
/** The same with a full stop, which is one at the end of a sentence, and that of an initial elsewhere ("J. Smith"). */
const LAST_SINGLE = /^[^\p{L}\p{N}.]*\p{L}[^\p{L}\p{N}]*$/u

/** The names of the digits in each language. */
const digitNames = new WeakMap<SpokenForms, ReadonlySet<string>>()

/** A character that is said. */
interface Character {
  /** Its token, and its place in what is spoken for it. */
  readonly token: number
  readonly at: number
  readonly isDigit: boolean
  /** Whether there is no pause between it and the character before it. */
  readonly isJoined: boolean
}

/**
 * Tells which characters are dictated one by one, and so are said slowly: digits in a row ("4829"), codes ("A7B9K2"), and what is
 * spelled ("S-M-I-T-H"); not abbreviations ("FBI") and names ("MP3"). What a tag or a dictionary has spelled is dictated
 * already. Commas come between the groups of long codes; what has no digit is no code, but spelled.
 */
export function withDictation(tokens: readonly Token[], { forms }: { readonly forms: SpokenForms }): Token[] {
  const digits = digitNames.getOrInsertComputed(forms, () => new Set(forms.digits('0123456789').split(' ')))
  const found = runsOf(tokens, digits).flatMap((run) => dictatedOf(run, tokens))
  if (found.length === 0 && !tokens.some((token) => typeof token !== 'string' && token.dictated))
    return [...tokens]
  const dictated = tokens.map((token) =>
    typeof token === 'string' ? [] : token.spoken.map((_, at) => token.dictated?.[at] ?? false),
  )
  for (const { token, at } of found) dictated[token]![at] = true
  return tokens.map((token, index) =>
    typeof token !== 'string' && dictated[index]!.includes(true)
      ? inGroups(token, dictated[index]!, digits)
      : token,
  )
}

/** Two or more characters that are said one after the other, in one sentence: commas may come between. */
function runsOf(tokens: readonly Token[], digits: ReadonlySet<string>): Character[][] {
  const runs: Character[][] = [[]]
  let isJoined = false
  tokens.forEach((token, index) => {
    if (typeof token === 'string') {
      isJoined = false
      if (runs.at(-1)!.length > 0 && endsSentence(token)) runs.push([])
      return
    }
    token.spoken.forEach((spoken, at) => {
      const isDigit = digits.has(spoken)
      const isCharacter = isDigit || isName(spoken)
      if (isCharacter) runs.at(-1)!.push({ token: index, at, isDigit, isJoined })
      else if (runs.at(-1)!.length > 0 && !isPause(spoken)) runs.push([])
      isJoined = isCharacter
    })
  })
  return runs.filter(({ length }) => length > 1)
}

function dictatedOf(run: readonly Character[], tokens: readonly Token[]): readonly Character[] {
  const words = [...Map.groupBy(run, ({ token }) => token).values()]
  const isSpelled = words.map((characters) => {
    const { token } = characters[0]!
    const { written } = tokens[token] as Word
    const next = tokens[token + 1]
    const isLast = typeof next === 'string' && endsSentence(next)
    return HYPHENATED.test(written) || (isLast ? LAST_SINGLE : SINGLE).test(written)
  })
  const spelled = words.filter((_, index) => isSpelled[index]).flat()
  const inWords = words.flatMap((characters, index) => {
    const isLong = isSpelled[index] && spelled.length >= SPELLED
    return isLong || isCode(characters) ? characters : []
  })
  return [...inWords, ...digitsInRow(run)]
}

/** The digits of a code, which is not a list of them: "one, two, three". */
function digitsInRow(run: readonly Character[]): Character[] {
  const rows: Character[][] = [[]]
  for (const character of run) {
    if (character.isDigit) rows.at(-1)!.push(character)
    else rows.push([])
  }
  return rows.filter((row) => row.length >= DIGITS && row.slice(1).some(({ isJoined }) => isJoined)).flat()
}

/** Whether the characters of one written word are a code. */
function isCode(characters: readonly Character[]): boolean {
  const count = characters.length
  const digits = characters.filter(({ isDigit }) => isDigit).length
  if (digits === 0) return count >= LETTERS
  return count >= (digits === 1 ? CODE.withDigit : CODE.withDigits)
}

/** A word with commas between the groups of its codes: of the characters in a row, if there are digits among them. */
function inGroups(word: Word, dictated: readonly boolean[], digits: ReadonlySet<string>): Word {
  const isCharacter = word.spoken.map((spoken, at) => dictated[at]! && (digits.has(spoken) || isName(spoken)))
  const breaks = new Set<number>()
  for (let from = 0; from < isCharacter.length; from++) {
    let to = from
    while (isCharacter[to]) to++
    const isDigit = word.spoken.slice(from, to).map((spoken) => digits.has(spoken))
    if (isDigit.length > ONE_BREATH && isDigit.includes(true))
      for (const at of groupStarts(isDigit)) breaks.add(from + at)
    from = Math.max(from, to)
  }
  if (breaks.size === 0) return { ...word, dictated }
  const spread = <T>(items: readonly T[], between: T) =>
    items.flatMap((item, at) => (breaks.has(at) ? [between, item] : [item]))
  return {
    ...word,
    spoken: spread<string>(word.spoken, ','),
    ...(word.phones && { phones: spread<string | undefined>(word.phones, undefined) }),
    dictated: spread<boolean>(dictated, false),
  }
}

/** Whether something that is said is the name of a letter. English says the letter I as its pronoun, in small letters. */
function isName(spoken: string): boolean {
  return spoken.length === 1 && /\p{L}/u.test(spoken)
}

/**
 * Where the second group of characters begins, and each one after it: the groups are near three characters long, and divided where
 * letters and digits meet, if possible.
 *
 * @param isDigit of each character
 */
function groupStarts(isDigit: readonly boolean[]): number[] {
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }] // of the first characters, divided in the best way
  for (let to = 1; to <= isDigit.length; to++) {
    best.push({ cost: Number.POSITIVE_INFINITY, from: 0 })
    for (let from = Math.max(0, to - ONE_BREATH); from < to; from++) {
      const cut = from > 0 && isDigit[from - 1] === isDigit[from] ? SAME_KIND : 0
      const cost = best[from]!.cost + (to - from - GROUP) ** 2 + cut
      if (cost < best[to]!.cost) best[to] = { cost, from }
    }
  }
  const starts: number[] = []
  for (let at = best[isDigit.length]!.from; at > 0; at = best[at]!.from) starts.unshift(at)
  return starts
}
