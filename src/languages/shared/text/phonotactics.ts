/** How a language's words are built, in small letters without marks that it does not tell apart. */
export interface Phonotactics {
  readonly vowels: string
  /** Pairs and longer runs of consonants that begin words. */
  readonly onsets: ReadonlySet<string>
  /** Pairs and longer runs of consonants that end words. */
  readonly codas: ReadonlySet<string>
  /** Consonants or vowels that stand in a row at most. */
  readonly maxRun: number
  /** Vowels in a row that no short word has. */
  readonly unusual: RegExp
}

/** Makes the test whether letters could be a word of a language: a vowel, and no consonants in a row that none has. */
export function pronounceableIn({ vowels, onsets, codas, maxRun, unusual }: Phonotactics) {
  const runsOf = new RegExp(`[${vowels}]+|[^${vowels}]+`, 'g')
  const isVowel = (run: string) => vowels.includes(run[0]!)
  return (word: string): boolean => {
    const runs = word.match(runsOf) ?? []
    if (!runs.some(isVowel) || runs.some((run) => run.length > maxRun)) return false
    const [first, last] = [runs[0]!, runs.at(-1)!]
    const opensWell = isVowel(first) || first.length === 1 || onsets.has(first)
    const closesWell = isVowel(last) || last.length === 1 || codas.has(last)
    return opensWell && closesWell && !(word.length < 5 && unusual.test(word))
  }
}
