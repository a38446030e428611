import { entry } from '../../shared/text/entry.ts'
import { chunkAfter } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { ORDINAL_ENDING } from './number-words.ts'

/** Abbreviations before a name. Their full stop ends a sentence only if the next word cannot be a name. */
const TITLES =
  wordList(`Mr Mrs Ms Mx Dr Prof St Ste Gen Sen Sens Rep Reps Gov Capt Cpt Lt Cmdr Col Maj Sgt Cpl Adm Rev Hon Pres
  Messrs Mme Mlle Msgr Mt Ft Fr Supt Det Drs Revd Pvt Cllr Wm Atty mr mrs ms dr prof st`)

/** Titles in capitals, before a name in capitals: "MS. LEE", but "Biloxi, MS. He left". */
const TITLES_IN_CAPITALS = wordList('MR MRS MS DR ST PROF REV CAPT SGT LT GEN SEN REP GOV')

/** Abbreviations after a name, a list or an amount. They end a sentence if a capital follows. */
const CLOSINGS =
  wordList(`sta shs lt etc inc ltd co corp llc bros ave blvd rd ln hwy pkwy fwy expy expwy tpke dept esq ret al ext univ assn govt apt bldg appt appts ed max ea pcs
  y.o tsp tbs tbsp tab tabs cap caps lb lbs oz ft hr hrs min mins sec secs wks mo mos yr yrs mi yd qt qts pts gal gals jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun`)

/**
 * Abbreviations before what they describe. In small letters they end a sentence if a capital follows, with a capital
 * ("Est. Delivery", "Acct. No. 5") only before a word that opens one.
 */
const LABELS =
  wordList(`avg qty est std dev acct accts mfg mfr temp ref exp req rev tel sq cu fl amt pmt pkg pkgs encl orig
  bal desc doz ofc wt ht conf asst assoc cust chg chgs lg avail mtg mtgs msg msgs mgr mgmt mkt svc ctr flr btm susp dbl natl stmt pymt qtr
  bkfst grp rwy rcvd txn lvl dems reps`)

/** Suffixes of names. They end a sentence only before a word that opens one ("Martin Luther King Jr. Day"). */
const SUFFIXES = wordList('jr sr')

/** Abbreviations that never end a sentence. */
const RUNNING = wordList(
  'e.g i.e vs v approx cf viz ca incl excl esp resp misc attn nr a.k.a feat prev eff vit pls exh btw btwn',
)

/** When or where something arrives or departs: "arr. 9:10", "arr. ORD 9:10". */
const ARRIVAL = / (?:[\p{Ll}#+\d]|[A-Z]{3}$)/u

/** Around the letters before the years in which somebody was born and died: "Kant (b. 1724, d. 1804)". */
const LIVED =
  /^(?!Plan|Option|Part|Class|Type|Group)(?:(?:\S*[,\d]|[A-Z]\S*|&|and|) (?:c\.|[12]|\d{1,2}[/.-]\d{1,2}[/.-]\d{2})|(?:\S*,|[A-Z][a-z]\S*|) \d{1,2}$)/

/** How ingredients begin that have a capital ("1/2 c. Greek yogurt"), in a regular expression. */
export const CAPITAL_INGREDIENTS =
  'Greek|Parmesan|Panko|Italian|Cheddar|Swiss|Monterey|Mexican|Romano|Dijon|Bisquick'

/** Words that are abbreviations only between certain words: "5 bus. days", "2 c. flour", "c. 1450", "0.5 ac. on". */
const BESIDE: Readonly<Record<string, RegExp>> = {
  bus: /\d days?(?![a-z])/,
  fed: / R\.$/,
  civ: / (?:P\.$|Code)/,
  crim: / (?:P\.$|Code)/,
  evid: / \d/,
  exec: / (?:director|assistant|committee|board|chef|vp|vice)(?![a-z])/i,
  tech: / support(?![a-z])/,
  cal: /\d \p{Ll}/u,
  al: /^et [\p{Ll}\d(]/u,
  c: new RegExp(
    String.raw`^[\d/½¼¾⅓⅔-]{1,7} (?:\p{Ll}|AP$|${CAPITAL_INGREDIENTS}|Cool)|^\d{1,2}${ORDINAL_ENDING} [\p{Ll}\d]|^(?!vitamin|hepatitis|plan|option|group|grade|class|type)\D* \d|[;,(] \d`,
    'u',
  ),
  ac: /\d \p{Ll}/u,
  med: /^\d{1,2} \p{L}/u,
  sm: /^\d{1,2} \p{L}/u,
  lg: /^\d{1,2} \p{L}|^\D* [\p{Ll}\d]/u,
  pc: /\d \p{Ll}/u,
  ct: /\d(?:-ct\.)? \p{Ll}/u,
  amend: new RegExp(String.raw`^\d{1,2}${ORDINAL_ENDING} [\p{Ll}(]| [IVX]{1,5}(?![A-Za-z])`, 'u'),
  cir: new RegExp(String.raw`^\d{1,2}${ORDINAL_ENDING} [\p{Ll}(]`, 'u'),
  ind: / Est/,
  ins: / (?:card|co|company|policy|claim|coverage|info|plan)/,
  pop: / \d/,
  elev: / \d/,
  ex: / \d/,
  reg: / (?:[\d$€£]|no\.|[A-Z]{2}\d\d)/,
  b: LIVED,
  d: new RegExp(
    `${LIVED.source}|${/^(?!Plan|Option|Part|Class|Type|Group|Vitamin|Section|Item|Answer)[A-Z][a-z'-]{2,14} [A-Z][a-z'-]{2,}$/.source}`,
  ),
  mag: / \d/,
  Ex: / (?:\d|[A-Z](?:-?\d|[),.;]|$))/,
  def: /^[A-Z][A-Za-z'-]+ [A-Z(]/,
  arr: ARRIVAL,
  dep: ARRIVAL,
}

const COUNTIES =
  'Antrim|Armagh|Carlow|Cavan|Clare|Cork|Derry|Donegal|Down|Dublin|Durham|Fermanagh|Galway|Kerry|Kildare|Kilkenny|Laois|Leitrim|Limerick|Longford|Louth|Mayo|Meath|Monaghan|Offaly|Roscommon|Sligo|Tipperary|Tyrone|Waterford|Westmeath|Wexford|Wicklow'
/** The name of a county after "Co" ("Co. Cork"). */
export const COUNTY_AFTER = new RegExp(`^\\.? (?:${COUNTIES})(?![a-z])`)

/** Abbreviations of what has a number, with their capital: "Prop. 13", but "a cat. 4 vets". */
const NUMBERED_NAMES = wordList('Prop Pub Cat Div Ex Op Tab Term Refs')

/** Things that are named by a letter: "Apt. C", "Bldg. C is closed". */
const LETTERED = wordList('apt bldg dept sch sched rm')

/** Words before a letter that is a name and no initial: "Vitamin C. Drink water." */
const NAMED_BY_LETTER =
  wordList(`vitamin exit schedule plan option hepatitis answer choice grade section part group team type class gate
  terminal building unit room appendix exhibit door zone lot bldg apt`)

/** Abbreviations before a number, or in the middle of a sentence ("the no. of users"): "No. 5", but "No. I won't." */
const NUMBERED = wordList(
  'no nos ep fig figs blk lic vis p pp pg pgs vol vols ch sec art par para pt eq eqs ver rm rte rt rs cl flt trk wk lv',
)

/** Those of them whose number may be in brackets: "Eq. (5)", "Ref. [12]". */
const REFERENCES = wordList('eq eqs fig figs sec tab ref refs')

/** What has a number that may begin with letters: "Policy no. AB 123". */
const NUMBERED_BY_CODES = wordList(
  'policy claim ni vat reg passport licence license member membership account ref reference order case invoice booking',
)

/** Words before a "no." that is an answer: "I said no. 5 people left." Some are, unless a number follows: "This is no. 5." */
const ANSWERING = wordList('say says said saying answer answered but oh vote voted')
const ANSWERING_IN_WORDS = wordList('is was a')

/** Words that open a sentence and are hardly ever part of a name. */
export const OPENERS =
  wordList(`The This That These Those It It's He She We They You I I'm I'll I've There Here In On At For From But
  And Or So If When While After Before As Then However Now Yes Please What Why How Where Which My Our Your His Her Its
  Their A An Not Today Tomorrow Yesterday Once Since Although Though Because Also Meanwhile Finally Next Instead
  Later Many Most Some Every Each Both Let Let's Do Does Did Is Are Was Were Have Has Had Can Could Would Should We're
  They're You're He's She's That's There's What's Who's Where's How's Here's`)
/** A word with one of these endings opens a sentence, too: "Don't", "They'll". */
const CONTRACTED = /^[A-Z][a-z]{0,6}(?:n't|'(?:ll|re|ve|d|m))$/

/** Words that open a sentence after a full stop without a space, and are hardly ever part of a name: "movie.what time". */
export const SENTENCE_OPENER =
  /^(?:the|this|that|there|they|you|your|what|how|when|where|which|please|would|could|can|will|does|did|are|and|but|i|i'm|our|she|thanks?|good|bye) /

/** Time zones and days that may follow a time of day ("at 5 p.m. Eastern"). */
const AFTER_TIME = wordList(
  'Eastern Central Mountain Pacific Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
)
/** A day in its short form, with a mark that it has only as such: "9 a.m. Sat/Sun". */
const SHORT_DAY = /^(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)[.,;/&–-]/
const ZONE_LETTERS =
  wordList(`ET CT MT PT EST EDT CST CDT MST MDT PST PDT AKST AKDT HST GMT UTC BST IST CET CEST EET EEST MSK
  GST SGT HKT JST KST AEST AEDT ACST AWST NZST NZDT`)

/** States as newspapers shorten them, written so. */
export const SHORT_STATES: Readonly<Record<string, string>> = {
  ...{ Ala: 'alabama', Ariz: 'arizona', Ark: 'arkansas', Calif: 'california', Colo: 'colorado' },
  ...{ Conn: 'connecticut', Del: 'delaware', Fla: 'florida', Ga: 'georgia', Ill: 'illinois', Ind: 'indiana' },
  ...{ Kan: 'kansas', Ky: 'kentucky', La: 'louisiana', Md: 'maryland', Mass: 'massachusetts' },
  ...{ Mich: 'michigan', Minn: 'minnesota', Miss: 'mississippi', Mo: 'missouri', Mont: 'montana' },
  ...{ Neb: 'nebraska', Nev: 'nevada', Okla: 'oklahoma', Ore: 'oregon', Pa: 'pennsylvania' },
  ...{ Tenn: 'tennessee', Tex: 'texas', Vt: 'vermont', Va: 'virginia', Wash: 'washington', Wis: 'wisconsin' },
  ...{ Wyo: 'wyoming' },
}

/** The start of a number, or the code of an order or a part ("A-1234", "#12"). */
const NUMBER_OR_CODE = /^(?:[#+\d]|[A-Z]{1,4}-?\d)/

/** A Roman numeral. */
const ROMAN = /^[IVX]{1,5}(?![A-Za-z'])/
/** A capital alone, that is a name: "Dept. C". */
const LETTER = /^[B-HJ-Z](?![A-Za-z'.])/
/** What goes on after an abbreviation: "4–9 p.m. @ 58¢", "$10/mo. + tax", "5 lbs. = 2.3 kg", "5 p.m. (ET)", "5 p.m. M-Th". */
const GOING_ON = /^[-–&@+=→§/]|^\((?:[a-z\d+$-]|[A-Z]{2,4}\))|^(?:M|Tu?|W|Th?|F|Sa?|Su?)[-–/][A-Z]/
/** Abbreviations of companies, after which a bracket has another name of it: "Acme Inc. (NASDAQ: ACM)". */
const COMPANIES = wordList('inc ltd co corp llc')
/** What is measured before its name: "a 12-oz. NY strip". */
const ATTRIBUTE = /^\d{1,4}-[a-z]{2,5}\.$/
/** What is measured in ounces and pounds, with a name in capitals: "a 12 oz. NY strip". */
const FOOD = /^(?:oz|lbs?)$/
const INITIAL = /^[A-Z]\.$/
/** Also after the letter of a party: "D-N.Y." */
const INITIALISM = /^(?:[A-Z]-)?(?:[A-Za-z]\.){2,6}$/

/** Books of the Bible as they are shortened before a verse ("Rom. 8:28"), with their names. */
export const SHORT_BOOKS: Readonly<Record<string, string>> = {
  ...{ Gen: 'genesis', Ex: 'exodus', Lev: 'leviticus', Deut: 'deuteronomy', Josh: 'joshua', Sam: 'samuel' },
  ...{ Ps: 'psalm', Prov: 'proverbs', Eccl: 'ecclesiastes', Isa: 'isaiah', Jer: 'jeremiah', Dan: 'daniel' },
  ...{ Matt: 'matthew', Mk: 'mark', Lk: 'luke', Jn: 'john', Rom: 'romans', Cor: 'corinthians' },
  ...{ Gal: 'galatians', Eph: 'ephesians', Phil: 'philippians', Col: 'colossians', Thess: 'thessalonians' },
  ...{ Tim: 'timothy', Heb: 'hebrews', Jas: 'james', Pet: 'peter', Rev: 'revelation' },
}

/** See `SegmentationRules.isAbbreviation`. */
export function isAbbreviation(word: string): boolean {
  const stem = stemOf(word)
  const lower = stem.toLowerCase()
  return (
    TITLES.has(stem) ||
    TITLES_IN_CAPITALS.has(stem) ||
    Object.hasOwn(SHORT_STATES, stem) ||
    Object.hasOwn(SHORT_BOOKS, stem) ||
    CLOSINGS.has(lower) ||
    isLabel(stem) ||
    Object.hasOwn(BESIDE, lower) ||
    NUMBERED_NAMES.has(stem) ||
    SUFFIXES.has(lower) ||
    RUNNING.has(lower) ||
    NUMBERED.has(lower) ||
    LETTERED.has(lower) ||
    lower === 'in' ||
    /^(?:ph|ed|psy|pharm)\.d$|^[bm]\.(?:sc|ed|tech|phil|eng|arch)$|^ll\.[bmd]$/.test(lower) ||
    INITIAL.test(word) ||
    INITIALISM.test(word)
  )
}

/** See `SegmentationRules.fullStopEndsSentence`. */
export function fullStopEndsSentence(word: string, next: string, before = ''): boolean {
  if (/^(?:[,;:]|-[a-z])/.test(next)) return false
  if (next === '' || !isAbbreviation(word)) return true
  const stem = stemOf(word)
  const lower = stem.toLowerCase()
  if (stem === 'P.S') return !/^\d/.test(next) // "P.S. See you", but the school "P.S. 118"
  const isAttribute = ATTRIBUTE.test(word)
  if (lower === 'in' && !isAttribute) return !/^\p{Ll}/u.test(next) && !GOING_ON.test(next) // "2 in. of rain"
  if (isAnswer(stem, before, next)) return true
  if (REFERENCES.has(lower) && /^(?:\[|\(\d{1,3}[a-z]?\))/.test(next)) return false // "Eq. (5)", "Ref. [12]"
  if (Object.hasOwn(SHORT_BOOKS, stem) && !TITLES.has(stem) && !NUMBERED_NAMES.has(stem))
    return !/^\d/.test(next)
  const beside = entry(BESIDE, stem)
  if (lower === 'y.o' && /^[MF](?![\w'])/.test(next)) return false
  if (beside) return !beside.test(`${isAttribute ? word : before} ${next}`)
  if (stem === 'Co' && COUNTY_AFTER.test(` ${next}`)) return false
  if (stem === 'ft' && !/\d/.test(`${before}${word}`)) return false // "…, ft. Rihanna"
  if (INITIAL.test(next) && (TITLES.has(stem) || INITIAL.test(word))) return false // "Dr. A. B. Carter"
  if (LETTERED.has(lower) && LETTER.test(next)) return false
  if (NUMBERED_NAMES.has(stem)) return !isNumberOrCode(next) && !ROMAN.test(next)
  if (
    lower === 'no' &&
    NUMBERED_BY_CODES.has(before.toLowerCase().replace('.', '')) &&
    /^[A-Z]{2}/.test(next)
  )
    return false
  if (NUMBERED.has(lower) && !INITIAL.test(word))
    return !isNumberOrCode(next) && !/^\p{Ll}/u.test(next) && (lower === 'no' || !ROMAN.test(next))
  if ((RUNNING.has(lower) && stem !== 'CA') || /^(?:[\p{Ll}\d$€£]|#[A-Z]?\d)/u.test(next)) return false
  const nextWord = /^[\p{L}']*/u.exec(next)![0]
  const isOpener = OPENERS.has(nextWord) || CONTRACTED.test(nextWord)
  if (TITLES.has(stem)) return isOpener
  if (TITLES_IN_CAPITALS.has(stem)) return !isTitleInCapitals(stem, next)
  if (GOING_ON.test(next)) return false // "9 a.m. - 5 p.m."
  if (COMPANIES.has(lower) && /^(?:\(|KG(?:aA)?(?![A-Za-z]))/.test(next)) return false // also "GmbH & Co. KG"
  if (INITIAL.test(word) && /^[A-Z]/.test(next) && isNamedByLetter(word, before)) return true
  if (lower === 'a.m' || lower === 'p.m')
    return !AFTER_TIME.has(nextWord.replace(/s$/, '')) && !isZoneLetters(nextWord) && !SHORT_DAY.test(next)
  if (FOOD.test(lower) && /^(?:NY|BBQ|USDA)(?![A-Za-z])/.test(next)) return false
  if (CLOSINGS.has(nextWord.toLowerCase())) return false // "Co. Ltd."
  if (/^(?:[NS][EW](?![A-Za-z])|[NSEW]\.?(?:,|$))/.test(next)) return false // "Ave. NW"
  if (isLabel(stem) && isNumberOrCode(next)) return false
  if (LABELS.has(stem)) return true
  if (isAttribute) return nextWord === '' || isOpener
  return CLOSINGS.has(lower) || nextWord === '' || isOpener
}

/**
 * Whether the full stop of an abbreviation that ends at a position ends the sentence, too, though a bracket may close after it:
 * "(D-N.Y.) and" goes on.
 */
export function endsSentenceAt(text: string, end: number, word: string, before = ''): boolean {
  return fullStopEndsSentence(word, chunkAfter(text, text[end] === ')' ? end + 1 : end), before)
}

/** Whether a letter names something, by the word before it: "Vitamin C.", "You got a B." */
export function isNamedByLetter(letter: string, before: string): boolean {
  return NAMED_BY_LETTER.has(before.toLowerCase()) || (before === 'a' && /^[BCDF]/.test(letter))
}

/** Whether "no" is an answer and no number, by the words around it. */
export function isAnswer(word: string, before: string, next: string): boolean {
  const lower = before.toLowerCase()
  return word === 'no' && (ANSWERING.has(lower) || (ANSWERING_IN_WORDS.has(lower) && !/^\d/.test(next)))
}

/** Whether a word begins with a number, or is the code of an order or a part. */
export function isNumberOrCode(word: string): boolean {
  return NUMBER_OR_CODE.test(word)
}

/**
 * The word without its full stop, and without the number, the price or the month before it ("a 12-mo. contract", "$5/lb.",
 * "Jan.–Mar.").
 */
function stemOf(word: string): string {
  if (/^(?:[DIR]|[Ee]x)-/.test(word)) return word.slice(word.indexOf('-') + 1, -1) // "D-Calif.", "ex-Gov."
  if (word.endsWith('-St.')) return 'St' // "Minneapolis-St. Paul"
  const start = Math.max(word.lastIndexOf('-'), word.lastIndexOf('–'), word.lastIndexOf('/')) + 1
  return word.slice(/\d|\.[-–]$/.test(word.slice(0, start)) ? start : 0, -1)
}

function isLabel(stem: string): boolean {
  return LABELS.has(stem) || (/^[A-Z][a-z]/.test(stem) && LABELS.has(stem.toLowerCase()))
}

/** Whether a word in capitals is the title of the name in capitals after it: "DR. PATEL". */
export function isTitleInCapitals(word: string, next: string): boolean {
  return TITLES_IN_CAPITALS.has(word) && /^[A-Z](?:[A-Z'-]|\.)/.test(next)
}

/** Whether a word begins with a Roman numeral. */
export function isRomanNumeral(word: string): boolean {
  return ROMAN.test(word)
}

/** Whether a word in capitals is the abbreviation of a time zone. */
export function isZoneLetters(word: string): boolean {
  return ZONE_LETTERS.has(word)
}
