import { LETTERS, textBefore, wordBefore } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { isMonth } from './calendar.ts'
import { type Gender, genderOf } from './gender.ts'
import type { Ending } from './number-words.ts'

const WEAK_E = wordList(
  'die das diese dieses jede jedes jene jenes welche welches ins ans aufs fürs durchs ums übers',
)
const WEAK_EN =
  wordList(`dem den d des am im v z vom zum zur beim diesem diesen jedem jeden jenem jenen welchem welchen unterm
  überm hinterm beiden`)
/** Determiners that are masculine nominative, or feminine dative or genitive. */
const AMBIGUOUS = wordList('der dieser jeder jener welcher')
const AFTER_PREPOSITION =
  /(?<!\p{L})(?:in|mit|von|bei|zu|nach|aus|seit|an|auf|vor|unter|über|ab) \p{L}{3,7} $/iu
const INDEFINITE = /^(?:[mdsk]?ein|ihr|unser|eur|euer)(e[mnrs]?)?$/
/** A possessive or "kein", after which a number is an ordinal ("mein 2. heißt Tim"). */
const POSSESSIVE = /^(?:[mdsk]ein|ihr|unser|euer)(?:e[mnrs]?)?$/
const DATIVE = wordList(
  'n in mit von bei zu nach aus seit an auf vor unter über ab bis zwischen spätestens spät inkl inklusive exkl exklusive einschl einschließlich zzgl zuzüglich abzgl abzüglich',
)
/** Prepositions that take the dative always, or usually before a number. */
const ONLY_DATIVE = wordList('in mit von bei zu nach aus seit vor innerhalb innerh binnen')
/** Prepositions and verbs. */
const ACCUSATIVE =
  wordList(`für durch gegen ohne um pro per je habe haben hat hatte hatten hast gibt erhalten erhält bekommen bekommt
  nehme nehmen nimmt brauche brauchen braucht buche buchen bestelle bestellen kostet kosten dauert beträgt enthält
  sparen sparst spart zahle zahlen zahlt möchte möchten möchtest reserviere reservieren kaufe kaufen trinke trinken`)
/** Words between such a verb and its object ("Nehmen Sie 1 Tropfen", "Haben Sie noch 1 Tisch?"). */
const BETWEEN = wordList('sie ich wir du noch nur auch schon bereits dann')
const MAX_BETWEEN = 2
/** The first of two things that are counted, up to the second ("1 Paket und 1 Brief"). */
const COUNTED_BEFORE = /(?<!\p{L})(?:1|eine[mnr]?) \p{Lu}\p{L}{1,20}(?: und| oder| sowie|,) $/u
const MAX_COUNTED_LENGTH = 34

/** The first of two ordinals that share an article, and the words between them ("vom 3. bis 5. Mai"). */
const BEFORE_SAME = /(?<!\d)(\d{1,3})\.(?: ?[-–/&] ?|,? (?:und|oder|bis|sowie|u\.|o\.|od\.) |, )$/
/** The most ordinals to look back over. */
const MAX_SHARED = 3
const MAX_BEFORE_LENGTH = 24
/** "am Dienstag, 3. Mai", "bis Mi., 4.12." */
const AFTER_DAY =
  /(?<!\p{L})(?:am|vom|zum|dem|den|bis) (?:\p{L}{2,6}tag|Mittwoch|Sonnabend|(?:Mo|Di|Mi|Do|Fr|Sa|So)(?=[., ]))[.,]{0,2} $|(?<!\p{L})(?:geb|gest)\. $|[*†] ?$/iu
/** The first of two dates, before the second: "30. Juni bis 3. Juli". */
const DATE_BEFORE = /(?<!\d)(?=(\d{1,2}\. \p{L}{3,9} (?:\d{4} )?bis )$)/u
const MAX_DATE_LENGTH = 24
/** Plural endings. After "die", a noun with one that is not feminine is in the plural. */
const PLURAL = /(?:en|ern?|s)$/
const NOUN = new RegExp(`(?<![${LETTERS}])[A-ZÄÖÜ][${LETTERS}]+`)
const MAX_AHEAD_LENGTH = 40

/** Words that look like adjectives. */
const NO_ADJECTIVES =
  wordList(`oder über unter ohne gegen zwischen neben wegen hinter außer aber eine einen einer einem eines ihre ihrer
  ihres seine seiner seines meine meiner meines unsere unserer alle diese dieser dieses jede jeder jedes keine deren dessen es alles
  wurde würde wurden würden werden habe haben hatte hatten hätte hätten wäre wären könnte könnten sollte sollten müsste dürfte möchte
  möchten ginge gingen passte passen gehen kommen fallen liegen sein heute morgen bitte gerne leider immer wieder eher lieber später
  früher besser trotzdem außerdem`)

/** Whether a word in small letters may be an adjective before a noun: "neue", "verpassten". */
export function mayBeAdjective(word: string): boolean {
  return /^\p{Ll}{2,20}e[mnrs]?$/u.test(word) && !NO_ADJECTIVES.has(word)
}

/** What an adjective stands behind, whose ending another adjective behind it has, too: "im späten 18. und frühen 19. Jahrhundert". */
function mayPrecedeAdjective(word: string): boolean {
  return isDeterminer(word) || /^(?:und|oder|bis|eine?[mnrs]?)$/i.test(word)
}

/** The adjective before a position, with a determiner or a conjunction before it; undefined where there is none. */
export function adjectiveBefore(text: string, at: number): string | undefined {
  const word = wordBefore(text, at)
  if (!mayBeAdjective(word) || isDeterminer(word)) return undefined
  return mayPrecedeAdjective(wordBefore(text, at - word.length - 1)) ? word : undefined
}

/** The noun of an adjective: the first capitalised word within {@link MAX_AHEAD_LENGTH} characters. */
export function nounAfter(text: string, at: number): string {
  return NOUN.exec(text.slice(at, at + MAX_AHEAD_LENGTH))?.[0] ?? ''
}

/** Whether a word before a number shows that the number is an ordinal ("am 3."). */
export function isDeterminer(word: string): boolean {
  const lower = word.toLowerCase()
  return WEAK_EN.has(lower) || AMBIGUOUS.has(lower) || WEAK_E.has(lower) || POSSESSIVE.test(lower)
}

/**
 * Where the first of the ordinals begins that share an article with the one at a position; the position itself if it has its
 * own.
 */
export function sharedStart(text: string, at: number): number {
  let start = at
  for (let shared = 0; shared < MAX_SHARED; shared++) {
    const before = BEFORE_SAME.exec(textBefore(text, start, MAX_BEFORE_LENGTH))
    if (!before) break
    start -= before[0].length
  }
  return start
}

/**
 * The ending of an adjective, by the article or preposition before it and the gender of its noun. Without an article or
 * preposition it is nominative.
 *
 * @param at where the adjective begins in the text
 */
export function endingAt(text: string, at: number, noun: string): Ending {
  const start = sharedStart(text, at)
  const adjective = adjectiveBefore(text, start)
  if (adjective !== undefined) return /e[mnrs]?$/.exec(adjective)![0] as Ending
  const isDate = noun === '' || isMonth(noun)
  if (isDate && AFTER_DAY.test(textBefore(text, start, MAX_BEFORE_LENGTH))) return 'en'
  const first = isDate ? DATE_BEFORE.exec(textBefore(text, start, MAX_DATE_LENGTH))?.[1] : undefined
  if (first !== undefined) return endingAt(text, start - first.length, 'Mai')
  const before = wordBefore(text, start).toLowerCase()
  const gender = isMonth(noun) ? 'm' : genderOf(noun)
  if (before === 'die' && gender !== 'f' && PLURAL.test(noun)) return 'en'
  if (/^(?:[2-9]|\d{2,3})$/.test(before) && PLURAL.test(noun))
    return isDativeAt(text, start - before.length - 1) ? 'en' : 'e' // "2 kl. Zwiebeln"
  if (WEAK_E.has(before)) return 'e'
  if (WEAK_EN.has(before)) return 'en'
  if (AMBIGUOUS.has(before)) {
    const isDative = AFTER_PREPOSITION.test(textBefore(text, start, MAX_BEFORE_LENGTH))
    return gender === 'f' || isDative ? 'en' : 'e'
  }
  const indefinite = INDEFINITE.exec(before)
  if (indefinite?.[1] !== undefined) return indefinite[1] === 'e' ? 'e' : 'en'
  if (DATIVE.has(before)) return isMonth(noun) ? 'en' : gender === 'f' ? 'er' : 'em'
  if (ACCUSATIVE.has(before)) return gender === 'f' ? 'e' : gender === 'n' ? 'es' : 'en'
  return gender === 'f' ? 'e' : gender === 'n' ? 'es' : 'er'
}

/** What may stand between a preposition and a number: "in ca. 3 Min.", "in 2-3 Tagen". */
const BEFORE_COUNT = /(?:(?:ca\.|circa|etwa|ungefähr|rund|nur) |\d{1,4} ?(?:[-–]|bis) ?)$/

/** Whether the word before a number takes the dative ("in 3 Monaten", "mit 1 Paket und 1 Brief"). */
export function isDativeAt(text: string, at: number): boolean {
  const first = firstCounted(text, at)
  const between = BEFORE_COUNT.exec(textBefore(text, first, MAX_BEFORE_LENGTH))
  return ONLY_DATIVE.has(wordBefore(text, between ? first - between[0].length : first).toLowerCase())
}

/** Where the first of the things begins that are counted together with the one at a position, which may be itself. */
function firstCounted(text: string, at: number): number {
  let first = at
  for (let shared = 0; shared < MAX_SHARED; shared++)
    first -= COUNTED_BEFORE.exec(textBefore(text, first, MAX_COUNTED_LENGTH))?.[0].length ?? 0
  return first
}

/** The form of "ein" at a position, by the preposition before it and the gender of its noun. */
export function oneAt(text: string, at: number, gender: Gender): string {
  if (isDativeAt(text, at)) return gender === 'f' ? 'einer' : 'einem'
  if (gender === 'f') return 'eine'
  return gender === 'm' && isObjectAt(text, at) ? 'einen' : 'ein'
}

/** Whether a preposition or a verb before a position takes the accusative, a few words between aside. */
function isObjectAt(text: string, at: number): boolean {
  let start = firstCounted(text, at)
  for (let between = 0; between <= MAX_BETWEEN; between++) {
    const before = wordBefore(text, start).toLowerCase()
    if (ACCUSATIVE.has(before)) return true
    if (!BETWEEN.has(before)) return false
    start -= before.length + 1
  }
  return false
}

/** The form of "ein halb": "eine halbe", "einem halben". */
export function halfAt(text: string, at: number, gender: Gender): string {
  const one = oneAt(text, at, gender)
  const ending = one === 'eine' ? 'e' : one !== 'ein' ? 'en' : gender === 'n' ? 'es' : 'er'
  return `${one} halb${ending}`
}
