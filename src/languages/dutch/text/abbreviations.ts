import { CLOTHING_SIZE } from '../../shared/text/clothing-size.ts'
import { entry } from '../../shared/text/entry.ts'
import {
  chunkAfter,
  isWordEnd,
  LETTERS,
  matchAt,
  opensLine,
  type Reader,
  type ReaderInput,
  type Reading,
  reading,
  textBefore,
  wordAfter,
  wordBefore,
} from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import {
  BEFORE_NR,
  BEFORE_NUMBER,
  CLOSINGS,
  CONTRACTED,
  MALE_RIVERS,
  RUNNING,
  TITLES,
  UNSTOPPED,
} from './abbreviation-expansions.ts'
import { SHORT_DAYS, SHORT_MONTHS } from './calendar.ts'
import { spell, UPPER } from './capitals.ts'
import { extremeWord } from './extremes.ts'
import { ORDINAL_ENDING } from './number-words.ts'
import { fullStopEndsSentence } from './sentence-end.ts'
import { LARGE_THING } from './units.ts'
import { isSoSo } from './weekday-ranges.ts'
import { directionWord } from './wind-directions.ts'

const WORD = /([A-Za-z]{1,11})(\.?)/y
const DOTTED_WORD = /([A-Za-z](?:\.[A-Za-z]){1,5})(\.?)(?![A-Za-z0-9])/y
/** Abbreviations of eras, with a full stop inside: "v.Chr.", "n.Chr." */
const ERA = /([vn])\. ?Chr(\.?)(?![A-Za-z])/iy
/** An initial before a name, which may have prefixes ("J. van den Berg"). */
const INITIAL = new RegExp(
  `([${UPPER}]|IJ|Th|Ph|Chr)\\.(?= ?(?:[${UPPER}]|(?:de|den|der|van|von|te|ter|ten|op|in|la|le|du|'t)(?![${LETTERS}])|v[./]))`,
  'y',
)
/** The name of a party, which is no address. */
const SP_A = /sp\.a(?![A-Za-z0-9])/iy
const PH_D = /Ph\.? ?D(?![A-Za-z])\.?/y
/** "Kerkstr. 5", "gevoelstemp. 4", "klantnr. 12", "ref.nr. 12" */
const SHORTENED_END = new RegExp(
  `(?![Ww]edstr\\.)([${LETTERS}]{2,30})(?:(str|temp|opp|jr|(?<=[Kk]amer)app)\\.|(\\.?)nr\\.?)(?![${LETTERS}])`,
  'y',
)
const LAST_PARTS: Readonly<Record<string, string>> = {
  str: 'straat',
  temp: 'temperatuur',
  opp: 'oppervlakte',
  jr: 'jaar',
  app: 'appartement',
}
/** "€ 5 p.st.", "€ 5 p.mnd." */
const PER = /p\.(?:st|mnd|pers|jr|wk)(?![A-Za-z0-9])\.?/y
/** Abbreviations of several things, which after "per" and "elke" are one ("€ 5/mnd.", "per pers."). "De mnd." is one, too. */
const SINGULAR: Readonly<Record<string, string>> = {
  dgn: 'dag',
  jr: 'jaar',
  min: 'minuut',
  mnd: 'maand',
  pers: 'persoon',
  pp: 'persoon',
  sec: 'seconde',
  st: 'stuk',
  tabl: 'tablet',
}
/** Abbreviations after an ordinal: "2e kl.", "de 78e min." */
const AFTER_NTH: Readonly<Record<string, string>> = {
  dr: 'druk',
  kl: 'klasse',
  min: 'minuut',
  mnd: 'maand',
  wk: 'week',
  kw: 'kwartaal',
}
/** A shortened first part of a word and a full stop: "geb.datum", "verz.kosten". */
const SHORTENED_START = /(adm|bez|geb|serv|verz)\. ?(datum|jaar|kosten|plaats)(?![a-z])/iy
const FIRST_PARTS: Readonly<Record<string, string>> = {
  adm: 'administratie',
  bez: 'bezorg',
  geb: 'geboorte',
  serv: 'service',
  verz: 'verzend',
}
/** Words before "heer" without an article. */
const GREETED = wordList('geachte beste weledele de')
/** Words before "rek.", which elsewhere at the end of a sentence is a word. */
const POSSESSIVE = wordList('uw mijn jouw je zijn haar onze hun deze')
/** Words before "meneer". */
const GREETING = wordList('dag hallo hoi welkom goedemorgen goedemiddag goedenavond bedankt')
/** "Vr.pr. € 450" */
const ASKING_PRICE = /vr\. ?pr\.?(?=:? ?[€\d])/iy
/** "Met vr. gr.", "M.vr.gr." */
const GREETING_END = /(m\. ?)?vr\. ?gr(?:oet(en)?)?(?![A-Za-z])\.?/iy
const BIRTH_DATE = /geb\.? ?dat(?![A-Za-z])\.?/iy
const SAINT = new RegExp(`St(?:\\.-?|-)? ?(?=[${UPPER}])`, 'y')
const ALL: Readonly<Record<string, string>> = { ...TITLES, ...RUNNING, ...CLOSINGS }
const MONTH_BESIDE = /^\.? ?[-–/] ?(?:jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec)/
const DAY = '(?:[Mm]a|[Dd]i|[Ww]o|[Dd]o|[Vv]r|[Zz][ao])'
/** Words after a day of the week. */
const DAY_NEXT =
  /^(?:gesloten|gesl\.|dicht|ook|niet|wel|voormiddag|namiddag|ochtend|middag|avond|open|alleen|vanaf|om|van|tot|tussen|t\/m)(?!\p{L})/u
/** Text after days whose abbreviations are also words. */
const DAY_TIME_NEXT = /^ (?:vanaf|om|van|tussen) \d/
/** Words before a day of the week. */
const DAY_CUE = new RegExp(
  String.raw`(?:^|\s)(?:(?:elke|iedere)(?: \d${ORDINAL_ENDING})?|eerste|tweede|derde|vierde|laatste|op|vóór|tot|tegen|sinds|vanaf|volgende|komende|behalve|a\.s\.|m\.u\.v\.|i\.p\.v\.|t\/m) $`,
  'i',
)
/** An ordinal in digits: "elke 2de". */
const NTH_BEFORE = new RegExp(`\\d${ORDINAL_ENDING} $`)
/** Another time before a day of the week: "om 10u15 of do om 14 u". */
const AND_BEFORE = /(?:\d|uur|u) (?:of|en) $/
const DAY_BEFORE = new RegExp(
  `(?:^|[^${LETTERS}])${DAY}\\.?(?: ?[-–,&/+]| en| of| tot| t/m| t\\.?e\\.?m\\.?)? ?$`,
)
const DAY_BESIDE = new RegExp(
  `^(?: ?[-–,&/+] ?| en | of | t/m | t\\.?e\\.?m\\.? | tot )${DAY}(?![${LETTERS}])|^-? en feestdagen|^[,:]? -?\\d{1,2}°|^[,:]? \\d{1,2}(?:(?: ?[-–] ?|/)\\d|[:.u]\\d\\d| t/m | (?:en|of|tot|tot en met|[-–]) ${DAY}\\.? \\d| ?u(?:ur)?(?![${LETTERS}]| (?:later|lang|geleden))| (?:jan|feb|m[ar]|mei|apr|ju|aug|sep|okt|nov|dec))`,
)

/** The letter of a building: "Geb. C, 2e verd." */
const BUILDING_NEXT = /^[A-Z]\d{0,2}(?:[,;)]|$)/
/** What is said of a flat: "App. te huur", "app. met 2 slpk." */
const FLAT_AFTER =
  /^ (?:te (?:huur|koop)(?!\p{L})|met (?:\d |een |ruime? |groot |grote )?(?:slpk|slaapkamer|terras|balkon|tuin|garage|lift|parkeer))/u
const MAX_FLAT_LENGTH = 28
/** The number of a house before that of a flat in it: "Kerkstraat 5, app. 12". */
const HOUSE_BEFORE = /(?:^|\d[A-Za-z]?),? $/
/** Text before a Sunday on which something is closed: the hours of another day, or the start of a line. */
const SUNDAY_BEFORE = /(?:^|\n)(?:[-*•+–] )?$|(?:\d|uur|u\.?|gesloten|open)[,;] $/
const CLOSED_NEXT = /^:? (?:gesloten|gesl\.|dicht)(?! als)/

/** How often a medicine is taken, before "dd", and the date that it has elsewhere: "brief 5 dd 3 mei". */
const TIMES_BEFORE = /(?<![\d.,-])(?:\d-)?\d ?$/
const DATE_NEXT = /^ \d{1,2}(?:[-/]\d| (?:jan|feb|mrt|maart|apr|mei|jun|jul|aug|sep|okt|nov|dec))/

/** The weather of a day: "zo. zonnig". */
const WEATHER_NEXT =
  /^(?:zonnig|(?:half ?)?bewolkt|regen(?:achtig)?|buien|buiig|droog|mist(?:ig)?|onweer|sneeuw|wolken|opklaringen|winderig)(?!\p{L})/u

const MAX_DATE_LENGTH = 20
const MAX_DAY_LENGTH = 14
/** An amount before "p.m.", which elsewhere is no "per maand". */
const PRICE_BEFORE = /(?:[€$£] ?[\d.,-]{1,10}|,(?:\d\d|-{1,2}|[–—])|euro|EUR|bruto|netto) $/
const MAX_PRICE_LENGTH = 14
/** What something is said of, after "t.a.v.", which before a person or a department is "ter attentie van". */
const CONCERNED =
  /^ (?:de (?!heer|hr|dhr|directi|afdeling|afd|secretar|boekhoud|administrat|redacti|familie|griffi)|het (?!bestuur|secretariaat)|deze|dit|die|dat|een|zijn|haar|hun|alle|elke|artikel|art\.|feit|\d)/
/** Several masters before their initials: "mrs. C.P. Blok en A. Smit". */
const INITIALS_NEXT = /^\p{Lu}\.(?:\p{Lu}\.)*$/u
/** The price of a house, or its sale, before "von", which elsewhere is in names. */
const PRICED_HOUSE = /(?:\d|,-{1,2}|euro|prijs:?|koop) \(?$/
/** A price before "ex.": "€ 65 ex.", "€ 1.695 p/m ex." */
const PRICED = /(?:[€$£] ?[\d.,-]{1,10}|euro|p\/m|p\.m\.) $/

/** Expands abbreviations: "dr.", "o.a.", "nr. 5", "ma.", "okt.". */
export const readAbbreviation: Reader = (input, at) => {
  const { text } = input
  const era = matchAt(ERA, text, at)
  if (era)
    return abbreviated(
      text,
      at,
      era[0],
      `${era[1]!.toLowerCase() === 'v' ? 'voor' : 'na'} christus`,
      'v.chr.',
    )
  const doctorate = matchAt(PH_D, text, at)
  if (doctorate) return abbreviated(text, at, doctorate[0], 'P H D')
  const party = matchAt(SP_A, text, at)
  if (party) return reading(at, party[0].length, spell('SPA'))
  const per = matchAt(PER, text, at)?.[0]
  if (per !== undefined) return abbreviated(text, at, per, CLOSINGS[per.replace(/\.$/, '')]!)
  const greeting = matchAt(GREETING_END, text, at)
  if (greeting) {
    const [whole, withLetter, ending = ''] = greeting
    const words = `vriendelijke groet${ending.toLowerCase()}`
    return abbreviated(text, at, whole, withLetter === undefined ? words : `met ${words}`, 'gr.')
  }
  const price = matchAt(ASKING_PRICE, text, at)?.[0]
  if (price !== undefined) return reading(at, price.length, 'vraagprijs')
  const birth = matchAt(BIRTH_DATE, text, at)?.[0]
  if (birth !== undefined) return abbreviated(text, at, birth, 'geboortedatum', 'geb.dat.')
  const part = matchAt(SHORTENED_START, text, at)
  if (part) return reading(at, part[0].length, FIRST_PARTS[part[1]!.toLowerCase()]! + part[2]!.toLowerCase())
  const dotted = matchAt(DOTTED_WORD, text, at)
  if (dotted) {
    const isTime = dotted[1] === 'p.m' && !PRICE_BEFORE.test(textBefore(text, at, MAX_PRICE_LENGTH))
    if (dotted[1] === 'n.s' && SCORE_BEFORE.test(textBefore(text, at, 8)))
      return abbreviated(text, at, dotted[0], 'na strafschoppen')
    if (dotted[1] === 'n.v' && SCORE_BEFORE.test(textBefore(text, at, 8)))
      return abbreviated(text, at, dotted[0], 'na verlenging')
    if (
      dotted[1] === 't.a.v' &&
      CONCERNED.test(text.slice(at + dotted[0].length, at + dotted[0].length + MAX_DATE_LENGTH))
    )
      return abbreviated(text, at, dotted[0], 'ten aanzien van')
    const isRiver = dotted[1] === 'a.d' && MALE_RIVERS.has(wordAfter(text, at + dotted[0].length))
    const words = isTime ? 'P M' : isRiver ? 'aan den' : dottedWords(dotted[1]!)
    if (dotted[1] === 'i.o') return abbreviated(text, at, dotted[0], ioWords(text, at, at + dotted[0].length))
    return abbreviated(text, at, dotted[0], words)
  }
  const initial = matchAt(INITIAL, text, at)
  if (initial && !fullStopEndsSentence(initial[0], chunkAfter(text, at + initial[0].length)))
    return abbreviated(text, at, initial[0], spell(initial[1]!))
  const saint = matchAt(SAINT, text, at)
  if (saint && saint[0] !== 'St') return reading(at, saint[0].length, 'sint')
  const shortened = matchAt(SHORTENED_END, text, at)
  if (shortened) {
    const [whole, written, last, dot] = shortened
    const start = written!.toLowerCase()
    if (last !== undefined) return abbreviated(text, at, whole, start + LAST_PARTS[last]!)
    const name = Object.hasOwn(BEFORE_NR, start) ? BEFORE_NR[start] : dot === '' ? start : undefined
    if (name !== undefined) return abbreviated(text, at, whole, `${name}nummer`)
  }
  const match = matchAt(WORD, text, at)
  if (!match || (match[2] === '' && !isWordEnd(text, at + match[0].length))) return undefined
  const [whole, name, stop] = match
  if (stop === '' && /^['@_&]/.test(text[at + whole.length] ?? '')) return undefined
  const words = fullForm(input, at, name!, stop === '.')
  return words === undefined ? undefined : abbreviated(text, at, whole, words)
}

/** The lines of a screen: "1080p". */
const RESOLUTION_BEFORE = /(?:\d\d0|2160)$/
/** Names of princesses, before which "Pr." is one. */
const PRINCESSES = /^(?:Beatrix|Juliana|Margriet|Irene|Marijke|Christina|Amalia|Alexia|Ariane|Máxima)/

/** A score before "n.v." and "n.s.": "2-1 n.v." */
const SCORE_BEFORE = /\d-\d{1,2},? \(?$/

const COMPANY_BEFORE =
  /(?<!\p{L})(?:[bn]\.?v\.?|vof|(?:stichting|vereniging|coöperatie)(?: \p{Lu}\S{0,16}){0,3}) $/iu
const MAX_COMPANY_LENGTH = 64

/** "i.o.": of a company "in oprichting", before who signs "in opdracht", else "in overleg" */
function ioWords(text: string, at: number, end: number): string {
  if (COMPANY_BEFORE.test(textBefore(text, at, MAX_COMPANY_LENGTH))) return 'in oprichting'
  return /^(?:\p{Lu}\p{Ll}|\p{Lu}\.|mr\.|drs\.|dr\.)/u.test(chunkAfter(text, end))
    ? 'in opdracht'
    : 'in overleg'
}

/** "N.V." and "K.N.M.I." are spelled, "O.L.V." is no "o.l.v." */
function dottedWords(letters: string): string {
  if (letters === 'O.L.V') return 'onze lieve vrouw'
  const key = letters.toLowerCase()
  const isName = letters.length === 3 && letters === letters.toUpperCase() && !Object.hasOwn(TITLES, key)
  const words = isName ? undefined : entry(ALL, key)
  return words ?? spell(letters.replaceAll('.', ''))
}

/** An abbreviation that is expanded, and what is beside it. */
interface Abbreviation {
  readonly text: string
  readonly at: number
  readonly name: string
  /** The name in small letters. */
  readonly key: string
  readonly hasStop: boolean
  /** The position after it and its full stop. */
  readonly end: number
  /** The word before it, in small letters. */
  readonly before: string
  readonly next: string
  readonly afterNumber: boolean
}

function fullForm(
  { text, afterNumber }: ReaderInput,
  at: number,
  name: string,
  hasStop: boolean,
): string | undefined {
  const key = name.toLowerCase()
  const end = at + name.length + (hasStop ? 1 : 0)
  const next = chunkAfter(text, end)
  const isShouted = name.length > 1 && name === name.toUpperCase()
  const direction = directionWord(name, text, at)
  if (direction !== undefined) return direction
  if (Object.hasOwn(SHORT_DAYS, key)) return isDay(text, at, end, name, hasStop) ? SHORT_DAYS[key] : undefined
  if (Object.hasOwn(SHORT_MONTHS, key))
    return isMonth(text, at, name, hasStop, next) ? SHORT_MONTHS[key] : undefined
  if (isShouted) return undefined
  const before = wordBefore(text, at).toLowerCase()
  // The von of a name, not "vrij op naam".
  if (key === 'von' && !hasStop) {
    const isSold = PRICED_HOUSE.test(textBefore(text, at, MAX_PRICE_LENGTH))
    if (!isSold || /^\p{Lu}/u.test(next)) return undefined
  }
  const abbreviation = { text, at, name, key, hasStop, end, before, next, afterNumber }
  const beside = besideWords(abbreviation)
  if (beside !== undefined) return beside
  if (Object.hasOwn(BEFORE_NUMBER, key)) return numbered(abbreviation)
  if (key === 'ex' && hasStop) return undefined
  if (!hasStop) {
    if (!UNSTOPPED.has(key)) return entry(CONTRACTED, key)
    return Object.hasOwn(TITLES, key) && !/^\p{Lu}/u.test(next) ? undefined : ALL[key]
  }
  if (key === 'st' || !Object.hasOwn(ALL, key)) return undefined
  // These are also words. The next word distinguishes "max. 5" from "max." at the end of a sentence.
  const isWord = /^(?:max|min|str|pers|tel|vert|div|gem|ned)$/.test(key)
  if (isWord && fullStopEndsSentence(`${name}.`, next)) return undefined
  return extremeWord(key, text, end, before) ?? ALL[key]
}

/** What it means beside the words around it, if they decide. */
function besideWords(abbreviation: Abbreviation): string | undefined {
  const { text, at, name, key, hasStop, end, before, next, afterNumber } = abbreviation
  if (Object.hasOwn(AFTER_NTH, key) && NTH_BEFORE.test(textBefore(text, at, 4))) return AFTER_NTH[key]
  const isOne =
    /(?<!max\.?)\/$/i.test(textBefore(text, at, 5)) ||
    /^(?:per|elke?|iedere?|vorig|dit|volgend|afgelopen|komend)$/.test(before)
  if (Object.hasOwn(SINGULAR, key) && (isOne || (key === 'mnd' && /^(?:de|deze|d)$/.test(before))))
    return SINGULAR[key]
  if (/^d?hr$/.test(key) && (hasStop || /^\p{Lu}/u.test(next))) return gentleman(before)
  const isCounted = afterNumber && !/^\d/.test(next)
  switch (hasStop ? `${key}.` : key) {
    case 'mn':
      return 'mijn'
    case 'tel':
      return /^(?::|[+(]?0|\+)/.test(next) ? CLOSINGS[key] : undefined
    case 'p.':
      return isCounted && !RESOLUTION_BEFORE.test(textBefore(text, at, 5))
        ? before === '1'
          ? 'persoon'
          : 'personen'
        : undefined
    case 'pp':
    case 'pp.':
      return isCounted ? 'per persoon' : undefined
    case 'dd':
      if (/\dx $/.test(textBefore(text, at, 3))) return 'daags'
      if (!TIMES_BEFORE.test(textBefore(text, at, 5))) return undefined
      return DATE_NEXT.test(text.slice(end, end + MAX_DATE_LENGTH)) ? undefined : 'keer daags' // "2 dd 1 tablet"
    case 'tem':
    case 'tem.':
      return /^\d/.test(next) ? 'tot en met' : undefined
    case 'va':
    case 'va.':
      return /^[€\d]/.test(next) ? 'vanaf' : undefined
    case 'pr':
    case 'pr.':
      return PRINCESSES.test(next) ? 'prinses' : undefined
    case 'gem.':
      return /^\p{Lu}\p{Ll}/u.test(next) && !fullStopEndsSentence('gem.', next) ? 'gemeente' : undefined
    case 'mrs.':
      return INITIALS_NEXT.test(next) ? 'meesters' : undefined
    case 'jo.':
      return /^(?:art|\d)/.test(next) ? 'juncto' : undefined
    case 'cq':
    case 'cq.':
      return 'casu quo'
    case 'rek.':
      return /^\p{Ll}/u.test(next) || POSSESSIVE.has(before) ? 'rekening' : undefined
    case 'hvj':
      return name === 'HvJ' ? 'hof van justitie' : undefined
    case 'kl.':
      if (/^[1-8][a-z]?(?![\w.])/.test(next)) return 'klas'
      return /^\d{1,2}$/.test(before) && /^\p{Ll}{2}/u.test(next) ? 'kleine' : undefined
    case 'ing.':
      return /^\d/.test(next) ? 'ingaande' : undefined
    case 'geb.':
      return BUILDING_NEXT.test(next) ? 'gebouw' : undefined
    case 'gr.':
      return /^[1-9]$/.test(before) && LARGE_THING.test(next) ? 'grote' : undefined
    case 'app.':
      if (/^\d/.test(next)) return HOUSE_BEFORE.test(textBefore(text, at, 5)) ? 'appartement' : undefined
      return FLAT_AFTER.test(text.slice(end, end + MAX_FLAT_LENGTH)) ? 'appartement' : undefined
    case 'dr.':
      return afterNumber && /^\p{Ll}/u.test(next) ? (before === '1' ? 'druppel' : 'druppels') : undefined
    case 'ex.':
      return /^btw/i.test(next) || PRICED.test(textBefore(text, at, MAX_PRICE_LENGTH))
        ? 'exclusief'
        : undefined
    default:
      return undefined
  }
}

/** What it means before a number, if there is one: "nr. 5", "blz. 12", "fig. A". */
function numbered({ name, key, hasStop, before, next }: Abbreviation): string | undefined {
  if (name === 'Gr' && /^[,.]?$|^\p{Lu}\p{Ll}|^van$/u.test(next)) return 'groet'
  const isMarked = hasStop || /^(?:nrs?|blz|telnr|hfst)$/.test(key)
  const isNumber =
    key === 'wk'
      ? /^\d{1,2}(?!\d)/.test(next)
      : key === 'nr' ||
        (key === 'nrs' && hasStop) ||
        (key === 'mt' && CLOTHING_SIZE.test(next)) ||
        (key === 'bijl' && hasStop && before === 'zie') ||
        (/^(?:bijl|fig|tab)$/.test(key) && /^[A-Z](?![A-Za-z.])/.test(next)) ||
        (isMarked && /^['’#\d]|^[A-Z]{1,2}\d|^[IVX]+(?![A-Za-z])/.test(next))
  return isNumber ? BEFORE_NUMBER[key] : undefined
}

/** "dhr.": "geachte heer", "dag meneer", elsewhere "de heer" */
function gentleman(before: string): string {
  if (GREETED.has(before)) return 'heer'
  return GREETING.has(before) ? 'meneer' : 'de heer'
}

/** Whether it is a day of the week: "ma. 3 mei", "ma 3 mei", "ma-vr". The abbreviations are also words. */
function isDay(text: string, at: number, end: number, name: string, hasStop: boolean): boolean {
  if (isSoSo(text, at)) return false
  const next = chunkAfter(text, end)
  const beside = DAY_BESIDE.test(text.slice(end, end + MAX_DATE_LENGTH))
  if (beside || DAY_BEFORE.test(textBefore(text, at, MAX_DAY_LENGTH))) return true
  if (text[at - 2] === '|' && text.startsWith(' |', end)) return true // a cell of a table
  const isClosed = CLOSED_NEXT.test(text.slice(end, end + MAX_DATE_LENGTH))
  if (isClosed && SUNDAY_BEFORE.test(textBefore(text, at, 10))) return true
  const isWord = /^(?:ma|zo)$/i.test(name)
  if (!/^zo$/i.test(name) && text[end] === ':' && opensLine(text, at)) return true
  if (hasStop && !isWord && /^\p{Ll}/u.test(next)) return true
  if (hasStop && WEATHER_NEXT.test(next)) return true
  const isGoodbye = /^zo$/i.test(name) && /^tot$/i.test(wordBefore(text, at))
  const isAnnounced = !isGoodbye && DAY_CUE.test(textBefore(text, at, 14))
  if (
    /^(?:di|wo|do|vr|za)$/i.test(name) &&
    AND_BEFORE.test(textBefore(text, at, 14)) &&
    DAY_TIME_NEXT.test(text.slice(end, end + 12))
  )
    return true
  const isCounted = NTH_BEFORE.test(textBefore(text, at, 14))
  if (isAnnounced ? hasStop || isCounted : hasStop && isCounted) return true
  if (isAnnounced && !/^zo$/i.test(name) && DAY_TIME_NEXT.test(text.slice(end, end + 12))) return true
  if (/^(?:[Dd]i|[Ww]o|[Vv]r|[Zz]a)$/.test(name) && (isAnnounced || DAY_NEXT.test(next))) return true
  return hasStop && (/^\d/.test(next) || /^(?:en|of)$/.test(next) || DAY_NEXT.test(next))
}

/** Words before the abbreviation of a month. */
const MONTH_CUES = wordList('begin eind half medio in sinds vanaf tot per')
/** Words before the month of something, in small letters and with its full stop: "de factuur van nov." */
const MONTH_OF = wordList('van voor over na')
/** "juni - ", "jan.-" */
const MONTH_RANGE_BEFORE =
  /(?:^|[^a-z])(?:jan|feb|m[ar]|mei|apr|ju[nl]|aug|sep|okt|nov|dec)[a-z.]{0,7} ?[-–] ?$/i

/** Whether it is a month: "3 okt. 2024", "okt. 2024", "3 jan". Some of the abbreviations are also words. */
function isMonth(text: string, at: number, name: string, hasStop: boolean, next: string): boolean {
  if (MONTH_BESIDE.test(text.slice(at + name.length, at + name.length + 8))) return true
  if (hasStop && MONTH_CUES.has(wordBefore(text, at).toLowerCase())) return true
  if ((hasStop || name === name.toLowerCase()) && MONTH_RANGE_BEFORE.test(textBefore(text, at, 14)))
    return true
  if (
    hasStop &&
    name !== 'jan' &&
    name === name.toLowerCase() &&
    MONTH_OF.has(wordBefore(text, at).toLowerCase())
  )
    return true
  if (/^(?:mrt|okt|sept)$/i.test(name)) return true
  if (/^\d{1,2}(?:e|ste|de)?$/.test(wordBefore(text, at)) || /\d-$/.test(text.slice(at - 2, at))) return true
  return (hasStop || name === name.toLowerCase()) && /^(?:\d|')/.test(next)
}

/** @param abbreviation decides whether the full stop ends the sentence; by default, the whole match */
function abbreviated(text: string, at: number, match: string, words: string, abbreviation = match): Reading {
  const end = at + match.length
  const ends = match.endsWith('.') && fullStopEndsSentence(abbreviation, chunkAfter(text, end))
  return reading(at, match.length, ends ? `${words} .` : words)
}
