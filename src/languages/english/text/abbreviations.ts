import { entry } from '../../shared/text/entry.ts'
import {
  chunkAfter,
  isWordEnd,
  matchAt,
  type Reader,
  type Reading,
  reading,
  textBefore,
  wordBefore,
} from '../../shared/text/reading.ts'
import {
  AFTER_NAME,
  ALWAYS,
  BEFORE_NUMBER,
  BESIDE,
  DOTTED,
  NAMES_BEFORE_NUMBER,
  WITH_STOP,
} from './abbreviation-expansions.ts'
import { DAY_NAME, DAYS, MONTH_NAME, MONTHS } from './calendar.ts'
import { possessive, spell } from './capitals.ts'
import { ORDINAL_ENDING } from './number-words.ts'
import {
  endsSentenceAt,
  fullStopEndsSentence,
  isAnswer,
  isNamedByLetter,
  isNumberOrCode,
  isRomanNumeral,
  isTitleInCapitals,
  isZoneLetters,
} from './sentence-end.ts'
import { endsStreet, endsStreetName } from './streets.ts'

const WORD = /([A-Za-z]{1,8})(\.?)/y
const DOTTED_WORD = /((?:[A-Za-z]\.){1,5}[A-Za-z])(\.?)(?![A-Za-z0-9])/y
/** Before a name or its rest, or after a name: "J. Smith", "Jennifer P. in Napa". */
const INITIAL =
  /(?<!\d)([A-Z])\.(?= ?[A-Z]|(?<=[A-Z][a-z]{1,20} [A-Z]\.) [a-z]| of [A-Z]| (?:coli|difficile|diff|pylori|aureus|pneumoniae|elegans|sapiens)(?![a-z]))/y
const DAY_BEFORE =
  /\b(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\.?(?: ?[-–,&/]| and| or| to| thru| through)? ?$/i
/** What follows a day that is also a word: "Sat at noon", "Sat morning", "Wed or Fri". */
const DAY_AFTER = new RegExp(
  `^ ?[-–,&/] ?[A-Z][a-z]{2}|^,? (?:the )?\\d|^: |^ \\||^ (?:@|(?:at|from) (?:\\d|noon|midnight)|(?:morning|afternoon|evening|night|noon|midnight)(?![a-z])|(?:and|or|to|thru|through) (?:${DAY_NAME})(?![a-z]))`,
)
/** A date or a time after a day in capitals: "MON 3/3", "SAT 10:30". */
const DATE_AFTER = /^,? \d{1,2}[/:]\d/
/** A day in brackets after its date: "10/12 (Sun)". */
const DATE_BEFORE = /\d \($/
/** The hours before their day: "9a-3p Wed". */
const HOURS_BEFORE = /(?:\d[ap]|\d ?[ap]\.?m\.?|:\d\d) $/i
/** Words before a day, if no other name follows ("by Sun Microsystems"). */
const DAY_CUE = new RegExp(
  `\\b(?:on|by|open|closed|every|next|this|last|until|till|\\d${ORDINAL_ENDING}) $`,
  'i',
)
const ENDS_ORDINAL = new RegExp(`\\d${ORDINAL_ENDING}$`)
const NAME_AFTER = new RegExp(`^ (?!${MONTH_NAME})[A-Z]`)
/** Not in capitals: "your APR" is a rate. */
const SHORT_MONTH = new RegExp(`^(?=[A-Z][a-z])(?:${MONTH_NAME})$`)
const BETWEEN_MONTHS = '(?: ?[-–,&/] ?| (?:and|or|to|thru|through|until) )'
const MONTH_AFTER = new RegExp(`^${BETWEEN_MONTHS}(?:${MONTH_NAME})(?![A-Za-z])`)
/** The year after a month: "Nov '23". */
const SHORT_YEAR_AFTER = /^ '\d\d(?!\d)/
const MONTH_BEFORE = new RegExp(`\\b(?:${MONTH_NAME})${BETWEEN_MONTHS}$`)
/** Words before a month ("in Oct"), and those after which "Jan", "Mar" and "Jun" may be names ("by Jan"). */
const MONTH_CUE = /\b(?:in|this|last|next|early|late|mid)[ -]$/i
const LOOSE_MONTH_CUE = /\b(?:since|until|till|by|every|your|our|my|the|of|for|from|through|thru)[ -]$/i
const NAME_OF_MONTH = /^(?:Jan|Mar|Jun)$/
const TIME_BEFORE = /(?:\d ?[ap]\.?m\.?|\d:\d\d|noon|midnight|o'clock)(?: |(?<=\.))$/i
/** A zone in small letters: "5 pm est". */
const SMALL_ZONE = /^[ecmp][sd]t$/
/** Without a vowel that is said it cannot be a word, so it needs no full stop ("Rm 12", "pp 3-4", "Rte 128"). */
const VOWELLESS = /^(?:[A-Za-z][^aeiouA-Z]+|[Rr]te)$/
/** A state that is also an abbreviation, after its city or at the start of a segment: "Cupertino, | CA." */
const STATE = /^(?:CA|CO|MS|MT)$/
/** The state of a university before "St.", maybe after its opponent. */
const COLLEGE_BEFORE =
  /(\b(?:vs\.?|beats?|defeat(?:s|ed)) )?\b(?:Penn|Ohio|Michigan|Florida|Arizona|Iowa|Kansas|Oklahoma|Oregon|Mississippi|Boise|Fresno|Utah|Wichita) $/
/** What a team does or has. */
const GAME_AFTER =
  /^\.? (?:beats?|defeat(?:s|ed)|topp(?:s|ed)|plays?|won|wins|loses?|lost|vs\.?|football|basketball|fans?|coach|quarterback|\d{1,3}-\d{1,3})(?![\w'-])/
const MAX_COLLEGE_LENGTH = 28
/** How far the words around an abbreviation are looked at. */
const MAX_BESIDE_LENGTH = 16
/** Words before the letters of an assistant ("my p.a."), and after those of loudspeakers. */
const ASSISTANT_BEFORE = /(?:^|[.!?:;\n] ?|\b(?:an?|the|my|your|his|her|our|their|new|as|is|via|'s) )$/i
const MAX_ASSISTANT_LENGTH = 8
const LOUDSPEAKER_AFTER = /^ (?:systems?|announcements?|announcers?|speakers?|amps?|equipment)(?![a-z])/
const MAX_LOUDSPEAKER_LENGTH = 16
/** Of whom an age is. */
const AGED_AFTER =
  /^ (?:[A-Z]{0,2}[MF](?![\w'])|man|woman|boy|girl|child|male|female|patient|sister|brother|mother|father|daughter|son|[a-z]{3,12} (?:man|woman|boy|girl|male|female|patient))(?![a-z])/
const MAX_AGED_LENGTH = 22
/** Before a title that somebody had: "ex-Gov. Cuomo". */
const EX_BEFORE = /\b[Ee]x-$/
const POSSESSIVE = /'s(?![A-Za-z])/y
/** The rules of American courts: "Fed. R. Civ. P. 12". */
const COURT_RULE = /Fed\. ?R\. ?(?:(Civ|Crim|App|Bankr)\. ?P|Evid)\./y
const COURT_RULES: Readonly<Record<string, string>> = {
  ...{ Civ: 'civil procedure', Crim: 'criminal procedure' },
  ...{ App: 'appellate procedure', Bankr: 'bankruptcy procedure' },
}
/** A series of the reports of American courts: "250 F.3d 114". */
const REPORTS = /F\. ?([23])d(?![A-Za-z\d])/y
/** "M.Sc.", "B.Ed.", "LL.M." */
const DEGREE = /(?:([BM])\.(Sc|Ed|Tech|Phil|Eng|Arch)|(LL)\.([BMD]))(?![A-Za-z])\.?/y
/** "18 y/o", "a 45yo woman" */
const AGE = /(?:y\/o|(?<=\d ?)yo)(?![A-Za-z'-])/y
/** "Ph.D.", "PhD", "Ed.D.", "Pharm.D." */
const DOCTORATE = /(?:(Ph)\.? ?|(Ed|Psy|Pharm)\.)D(?![A-Za-z])\.?/y

/** Expands abbreviations: "Dr." by its neighbours, "e.g.", "No. 5", "Mon.". */
export const readAbbreviation: Reader = (input, at) => {
  const { text } = input
  const doctorate = matchAt(DOCTORATE, text, at)
  if (doctorate) return abbreviated(text, at, doctorate[0], `${doctoralWords(doctorate)} D`)
  const court = text[at] === 'F' ? readOfCourt(text, at) : undefined
  if (court) return court
  const degree = text[at + 1] === '.' || text[at + 2] === '.' ? matchAt(DEGREE, text, at) : null
  if (degree) return abbreviated(text, at, degree[0], degreeWords(degree))
  const age = matchAt(AGE, text, at)?.[0]
  if (age !== undefined) return abbreviated(text, at, age, ageWords(text, at, at + age.length))
  const dotted = matchAt(DOTTED_WORD, text, at)
  if (dotted) {
    const isAge = /^y\.o$/i.test(dotted[1]!)
    const words = isAge
      ? ageWords(text, at, at + dotted[0].length)
      : dotted[1] === 'p.a' && isPerAnnum(text, at, at + dotted[0].length)
        ? 'per annum'
        : (DOTTED[dotted[1]!.toLowerCase()] ?? dotted[1]!.toUpperCase().replaceAll('.', ' '))
    return abbreviated(text, at, dotted[0], words)
  }
  const initial = matchAt(INITIAL, text, at)
  if (initial && belongsToName(text, at, initial[0])) return abbreviated(text, at, initial[0], initial[1]!)
  const match = matchAt(WORD, text, at)
  if (!match || (match[2] === '' && !isWordEnd(text, at + match[0].length))) return undefined
  const [whole, name, stop] = match
  if (stop === '' && /^(?:'[A-Za-z]|[@_&])/.test(text.slice(at + whole.length, at + whole.length + 2)))
    return undefined
  const words = fullForm(text, at, name!, stop === '.')
  return words === undefined ? undefined : abbreviated(text, at, whole, words)
}

/** Streets that every town has, and shops are named after: "Main St. Bakery". */
const HIGH_STREET_BEFORE = /\b(?:High|Main) $/

/** Whether a capital with a full stop is an initial, not the letter that something is named by: "Vitamin C. it helps". */
function belongsToName(text: string, at: number, initial: string): boolean {
  const next = chunkAfter(text, at + 2)
  const before = wordBefore(text, at)
  if (/^[a-z]/.test(next) && isNamedByLetter(initial, before)) return false
  return !fullStopEndsSentence(initial, next, before)
}

/** The rules and the reports of American courts. */
function readOfCourt(text: string, at: number): Reading | undefined {
  const reports = matchAt(REPORTS, text, at)
  if (reports) return reading(at, reports[0].length, `F ${reports[1] === '2' ? 'second' : 'third'}`)
  const rule = matchAt(COURT_RULE, text, at)
  if (!rule) return undefined
  const field = rule[1] === undefined ? 'evidence' : COURT_RULES[rule[1]]
  return reading(at, rule[0].length, `federal rule of ${field}`)
}

/** "M S C", "B ed", "L L M" */
function degreeWords([, level, field, law, letter]: RegExpExecArray): string {
  if (law !== undefined) return `L L ${letter}`
  return `${level} ${field === 'Sc' ? 'S C' : field!.toLowerCase()}`
}

/** Whether "p.a." is how much there is in a year ("5% p.a."), and neither loudspeakers nor somebody's assistant. */
function isPerAnnum(text: string, at: number, end: number): boolean {
  return (
    !ASSISTANT_BEFORE.test(textBefore(text, at, MAX_ASSISTANT_LENGTH)) &&
    !LOUDSPEAKER_AFTER.test(text.slice(end, end + MAX_LOUDSPEAKER_LENGTH))
  )
}

/** "P H", "E D", "pharm" */
function doctoralWords([, philosophy, other]: RegExpExecArray): string {
  if (philosophy !== undefined) return 'P H'
  return other === 'Ed' ? 'E D' : other!.toLowerCase().replace('psy', 'sigh')
}

function fullForm(text: string, at: number, name: string, hasStop: boolean): string | undefined {
  const key = name.toLowerCase()
  const end = at + name.length + (hasStop ? 1 : 0)
  const next = chunkAfter(text, end)
  const isCapitals = /^[A-Z]{2,4}s?$/.test(name) // "our PCs"
  const isTitle = hasStop && isTitleInCapitals(name, next)
  const street = entry(AFTER_NAME, name) ?? (isCapitals ? AFTER_NAME[name[0] + key.slice(1)] : undefined)
  const isJoinedToName = /^-[A-Z]/.test(text.slice(end, end + 2)) // "12 Rue St-Denis"
  if (street !== undefined && !isJoinedToName && endsStreetName(text, at)) return street
  if (key === 'dr' && (!isCapitals || isTitle)) return besideName(text, at, end, hasStop, 'doctor', 'drive')
  if (key === 'st' && isCollege(text, at)) return 'state'
  if (key === 'st' && (!isCapitals || isTitle)) return besideName(text, at, end, hasStop, 'saint', 'street')
  if (key === 'dr' || key === 'st') return undefined
  if ((hasStop || isZoneLetters(name) || SMALL_ZONE.test(name)) && isZone(text, at, name, next))
    return spell(name)
  const beside = besideWords(text, at, name)
  if (beside !== undefined) return beside
  const number = entry(BEFORE_NUMBER, key) ?? (hasStop ? entry(NAMES_BEFORE_NUMBER, name) : undefined)
  if (
    number !== undefined &&
    isNumbering(text, at, name, next, hasStop, isCapitals) &&
    isNumberAfter(key, next, hasStop)
  )
    return number
  if (Object.hasOwn(ALWAYS, key) && (!isCapitals || isTitle || name.length > 3)) return ALWAYS[key]
  if (!hasStop) {
    if (isMonthBeside(text, at, end)) return MONTHS[key.slice(0, 3)]
    return isDayBeside(text, at, end, name) ? DAYS[key] : undefined
  }
  if (Object.hasOwn(DAYS, key) && /^[A-Z]/.test(name) && !isSentenceWord(text, at, key, next))
    return DAYS[key]
  const isRate = name === 'APR' && !/^\d/.test(next) // "at 5% APR."
  if (
    Object.hasOwn(MONTHS, key === 'sept' ? 'sep' : key) &&
    key !== 'may' &&
    /^[A-Z]/.test(name) &&
    !isRate
  ) {
    return key === 'mar' && next === '' ? undefined : MONTHS[key.slice(0, 3)]
  }
  if (STATE.test(name) && !isTitle && (at === 0 || text.startsWith(', ', at - 2))) return undefined
  const isJoined = text[at - 1] === '-' && !EX_BEFORE.test(textBefore(text, at, 3))
  if (/[a-z]/.test(text[end] ?? ' ') || isJoined) return undefined // "temp.clear()", "1040-SR."
  if (key === 'al' && wordBefore(text, at) === 'et') return 'al'
  // A capital ("Gen. Lee") or a following lower-case word or digit shows that it is an abbreviation and not the end of
  // a sentence.
  return Object.hasOwn(WITH_STOP, key) &&
    (/^(?:cf|viz)$/.test(name) || /^[A-Z]/.test(name) || /^(?:[a-z\d$€£]|'s)/.test(next))
    ? WITH_STOP[key]
    : undefined
}

/** Whether what may be short for a thing with a number is written as such: with a full stop, or as no other word. */
function isNumbering(
  text: string,
  at: number,
  name: string,
  next: string,
  hasStop: boolean,
  isCapitals: boolean,
): boolean {
  const isShort = hasStop || VOWELLESS.test(name) || (isCapitals && endsStreet(text, at))
  return isShort && !isAnswer(name, wordBefore(text, at), next)
}

/** Whether a number follows, maybe in brackets ("Eq. (5)") or a Roman one. */
function isNumberAfter(key: string, next: string, hasStop: boolean): boolean {
  if (isNumberOrCode(next)) return true
  return key !== 'no' && (/^[([]\d{1,3}[a-z]?[)\]]/.test(next) || (hasStop && isRomanNumeral(next)))
}

/** Whether a team of a state's university plays: "Ohio St. beat Michigan". Else it can be a street. */
function isCollege(text: string, at: number): boolean {
  const before = COLLEGE_BEFORE.exec(textBefore(text, at, MAX_COLLEGE_LENGTH))
  if (!before) return false
  if (/^\.?\)/.test(text.slice(at + 2, at + 4))) return true // "(Jr., Ohio St.)"
  return before[1] !== undefined || GAME_AFTER.test(text.slice(at + 2, at + 2 + MAX_COLLEGE_LENGTH))
}

/** What it means beside the words around it, if they decide. */
function besideWords(text: string, at: number, name: string): string | undefined {
  const meanings = BESIDE[name.toLowerCase()]
  if (meanings === undefined) return undefined
  const before = textBefore(text, at, MAX_BESIDE_LENGTH)
  const after = text.slice(at + name.length, at + name.length + MAX_BESIDE_LENGTH)
  return meanings.find(
    (meaning) =>
      (meaning.written?.test(name) ?? true) &&
      (meaning.before?.test(before) ?? true) &&
      meaning.after.test(after),
  )?.words
}

/** Whether it is a time zone, not "established" or "mount": after a time, or in capitals at the end of the text. */
function isZone(text: string, at: number, name: string, next: string): boolean {
  if (!isZoneLetters(name.toUpperCase())) return false
  return TIME_BEFORE.test(textBefore(text, at, 10)) || (isZoneLetters(name) && next === '')
}

/** Whether "sat." or "sun." is a word at the end of a sentence. It usually is, and always after an article: "from the Sun." */
function isSentenceWord(text: string, at: number, key: string, next: string): boolean {
  if (key !== 'sat' && key !== 'sun') return false
  return /^(?:the|our|a)$/i.test(wordBefore(text, at)) || (!/^[\da-z,&–-]/.test(next) && next !== '')
}

/** "Mon-Fri", "Tue, Wed" */
function isDayBeside(text: string, at: number, end: number, name: string): boolean {
  if (!Object.hasOwn(DAYS, name.toLowerCase())) return false
  if (/^[A-Z]{3,5}$/.test(name)) return DATE_AFTER.test(text.slice(end, end + 6))
  if (!/^[A-Z][a-z]/.test(name)) return false
  const isWord = /^(?:Sat|Sun|Wed|Mon)$/.test(name)
  const beside = DAY_AFTER.test(text.slice(end, end + 20)) && wordBefore(text, at).toLowerCase() !== 'the'
  const before = textBefore(text, at, 10)
  const isAnnounced = DAY_CUE.test(before) && !NAME_AFTER.test(text.slice(end, end + 12))
  const isInBrackets = text[end] === ')' && DATE_BEFORE.test(before)
  return (
    HOURS_BEFORE.test(before) || beside || isAnnounced || isInBrackets || DAY_BEFORE.test(before) || !isWord
  )
}

/** "Jan–Mar", "Jan & Feb", "in Oct", "your Oct bill" */
function isMonthBeside(text: string, at: number, end: number): boolean {
  if (!SHORT_MONTH.test(text.slice(at, end))) return false
  const before = textBefore(text, at, 14)
  const after = text.slice(end, end + 16)
  const isLoose = LOOSE_MONTH_CUE.test(before) && !NAME_OF_MONTH.test(text.slice(at, end))
  const isAnnounced = MONTH_CUE.test(before) || isLoose
  if (SHORT_YEAR_AFTER.test(after)) return true
  return MONTH_AFTER.test(after) || MONTH_BEFORE.test(before) || (isAnnounced && !NAME_AFTER.test(after))
}

/** Expands "Dr." and "St.", which mean one thing before a name and another after it. */
function besideName(text: string, at: number, end: number, hasStop: boolean, before: string, after: string) {
  const next = chunkAfter(text, end)
  const followsName = /^(?:[A-Z]|\d)/.test(wordBefore(text, at))
  const isNumbered = ENDS_ORDINAL.test(wordBefore(text, at)) // "42nd St-Port Authority"
  if (!hasStop && !isNumbered && /^-[A-Z]/.test(text.slice(end, end + 2))) return before // "St-Michel"
  if (isNumbered && !hasStop && before === 'saint') return after // "17th St Bridge"
  if (before === 'saint' && HIGH_STREET_BEFORE.test(textBefore(text, at, 6))) return after
  const startsName =
    /^(?!(?:[NS][EW]|North|South|East|West)(?![A-Za-z]))[A-Z]/.test(next) &&
    !(hasStop && fullStopEndsSentence(text.slice(at, end), next))
  if (startsName && !(followsName && /^\d/.test(numberBefore(text, at)))) return before
  return followsName ? after : before === 'doctor' ? before : after
}

/** What "y.o." and "y/o" are for: "a 34-y.o. man" is "year old", "she is 34 y.o." "years old". */
function ageWords(text: string, at: number, end: number): string {
  const isAttribute = text[at - 1] === '-' || AGED_AFTER.test(text.slice(end, end + MAX_AGED_LENGTH))
  return isAttribute ? 'year old' : 'years old'
}

/** The second word back. Before the name of a street it is a house number. */
function numberBefore(text: string, at: number): string {
  return wordBefore(text, at - wordBefore(text, at).length - 1)
}

function abbreviated(text: string, at: number, match: string, words: string): Reading {
  const end = at + match.length
  if (matchAt(POSSESSIVE, text, end)) return reading(at, match.length + 2, possessive(words))
  const word = /\d-$/.test(textBefore(text, at, 2)) ? `1-${match}` : match // "a 10-ct. pack"
  const ends = match.endsWith('.') && endsSentenceAt(text, end, word, wordBefore(text, at))
  return reading(at, match.length, ends ? `${words} .` : words)
}
