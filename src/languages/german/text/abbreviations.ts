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
  ADJECTIVES,
  AFTER_NUMBER,
  AFTER_ORDINAL,
  ALWAYS,
  AS_PART,
  BEFORE_NAME,
  BEFORE_NR,
  BEFORE_NUMBER,
  DOCTORS,
  DOTTED,
  DOTTED_ADJECTIVES,
  DOTTED_LOWER,
  IN_STREET,
  WITH_STOP,
} from './abbreviation-expansions.ts'
import { endingAt, nounAfter } from './adjectives.ts'
import { SHORT_DAYS, SHORT_MONTHS } from './calendar.ts'
import { spell } from './capitals.ts'
import { genderOf } from './gender.ts'
import { isOrdinalNoun } from './ordinals.ts'
import { rulerNamed } from './roman.ts'
import { CLASS_LETTER, fullStopEndsSentence, MEASURED, NAMES, uncapitalised } from './sentence-end.ts'
import { smallWord } from './small-words.ts'
import { partWords } from './word-parts.ts'

const WORD = new RegExp(`([${LETTERS}]{1,30})(\\.?)`, 'y')
/** Up to five short words with full stops, with or without spaces between: "z. B.", "v.Chr.", "u.v.a.m.". */
const DOTTED_WORDS = new RegExp(`[${LETTERS}]{1,4}(?:\\. ?[${LETTERS}]{1,4}){1,4}(?![${LETTERS}0-9])`, 'y')
/** "22 Vol.-%" */
const VOLUME = /Vol\.[-–] ?%/y
/** "Geb.-Dat.", "Geb.-Datum", "Geb.-Ort" */
const BIRTH = /[Gg]eb\.(?:-|(?:-| )?(?=[Dd]at\.))([Dd]at\.|[Dd]atum|Ort|Jahr|Name)(?!\p{L})/uy
/** "K.-o.-Tropfen" */
const KNOCK_OUT = /K\.-?o\.(?=-)/y
const INITIALISM = new RegExp(`((?:[${LETTERS}]\\.){1,5}[${LETTERS}])(\\.?)(?![${LETTERS}0-9])`, 'y')
/** Abbreviations that close a name or a sentence, and so would be initials at its start ("A.D. Schmidt"). */
const CLOSING = /^(?:A\.[DFM]|[KO]\.A|N\.F|Z\.K|[ENI]\.[VKE]|D\.[MJ])$/
const INITIAL = new RegExp(`([${LETTERS}])\\.(?= ?[${LETTERS}]|-[${LETTERS}]\\.)`, 'y')
/** "Goethestr.", "Hausnr.", "Parkpl.", "Wohnfl." */
const COMPOUND = /^(.+(?=str|[nN]r)|.+[lk](?=pl)|.+[nz](?=fl))(str|nr|Nr|pl|fl)$/
const LAST_PARTS: Readonly<Record<string, string>> = {
  str: 'straße',
  nr: 'nummer',
  Nr: 'nummer',
  pl: 'platz',
  fl: 'fläche',
}
const DAY = '(?:Mo|Di|Mi|Do|Fr|Sa|So)'
const DAY_BEFORE = new RegExp(`(?<![${LETTERS}])${DAY}\\.?(?: ?[-–,/&+]| und| oder| u\\.| bis) ?$`)
const DAY_AFTER = new RegExp(
  `^\\.?(?:(?: ?[-–,/&+] ?| und | oder | u\\. | bis )(?:${DAY}(?![${LETTERS}])|Feiertag)|-? (?:und|u\\.) feiertags| \\|)`,
)
const DATE_AFTER = /^\.?[,:]? (?:de[nr] |d\. )?\d|^\.,/
/** A time or date after "So", which without a full stop is more often a word. */
const CLEAR_DATE_AFTER =
  /^(?::? |, (?:de[nr] |d\. )?(?=\d{1,2}\.))\d{1,2}(?:(?:[.:]\d\d)?(?: ?[-–] ?\d{1,2}(?:[.:]\d\d)?)? ?(?:Uhr|h(?![a-z]))|:\d\d|\.[0-5][05](?=[-–,;!?)]|$|\n)|[./]\d{1,2}(?:\.|$)|\. (?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))/
/** A number before "Fr.", which are francs. */
const AMOUNT_BEFORE = /(?<![.,:\d])\d{1,6} $/
/** The other of two titles before "Fr.": "Hr./Fr.". */
const MISTER_BEFORE = /(?<!\p{L})H(?:r\.|errn?)\/$/u
/** Words after a day of the week. */
const DAY_NEXT = wordList(
  'ab von bis um Ruhetag geschlossen geschl geöffnet morgens vormittags mittags nachmittags abends nachts früh nach n passt zw zwischen gegen Vormittag Mittag Nachmittag Abend',
)
/** Text before a Sunday on which something is closed: the hours of another day, or the start of a line. */
const SUNDAY_BEFORE = /^$|^(?:[-*•+–] )$|(?:\d|Uhr|h|geschlossen|Ruhetag)[,;]? $/
/** The hours of a Sunday after those of another day: "Sa 9-18, So 12-17". */
const HOURS_AFTER = /^ \d{1,2}(?:[.:]\d\d)? ?[-–] ?\d{1,2}/
const SUNDAY_AFTER = /^:? (?:geschl|zu(?![a-zäöüß]| )|Ruhetag|n\. ?V|nach Vereinb)/
/** The weather of a day: "So. sonnig". */
const WEATHER_AFTER =
  /^\. (?:(?:meist|überwiegend|teils|leicht|stark|sehr|viel|wenig) )?(?:sonnig|heiter|bewölkt|bedeckt|wolkig|wolkenlos|regnerisch|trüb|nebe?lig|windig|stürmisch|klar|warm|heiß|kalt|kühl|mild|trocken|schwül|nass|freundlich|wechselhaft)(?!\p{L})/u
/** A noun of the weather, which may be a name ("Fr. Regen") where no other day is beside its day ("Sa. Regen, So. Sonne"). */
const WEATHER_NOUN_AFTER = /^\. (?:Regen|Schauer|Schnee|Gewitter|Nebel|Sonne|Wolken)(?!\p{L})/u
/** Nothing but a noun before a comma: at the start of a line the weather of the first day ("Fr. Regen, Sa. wolkig"). */
const ONLY_WEATHER_AFTER = /^\. \p{L}+,/u
const LISTED_DAY_BEFORE = /(?<!\p{L})(?:Mo|Di|Mi|Do|Sa)\. [^.]{1,16}$/u
const LISTED_DAY_AFTER = /^\. \p{L}{4,8}, (?:Mo|Di|Mi|Do|Sa|So)\./u
const DAY_CUE =
  /(?<!\p{L})(?:am|bis|ab|vom|außer|jeden|diese[nr]|nächste[nr]|letzte[nr]|kommende[nr])(?:(?: \d\.)?(?: und| oder| u\.|,)? \d\.)? $/iu
/** Text before the name of a month: a day, or a preposition or similar word. */
const MONTH_BEFORE = /(?:\d\.?|(?:^| )(?:im|ab|seit|bis|Ende|Anfang|Mitte)) $/
const MAX_BEFORE_LENGTH = 20
const MAX_DATE_LENGTH = 20
/** Another month after the abbreviation of one ("Jan./Feb. 2025", "Jan., Feb. und Dez."). */
const MONTH_BESIDE = /^(?:[-–/]|, ?| (?:und|u\.|bis) )(?:Jan|Feb|Mär|Mrz|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/
/** A preposition before a number, which takes the dative. */
const DATIVE_BEFORE =
  /(?<!\p{L})(?:ab|in|mit|nach|seit|unter|(?<!\d )u\.|von|vor|zu) (?:ca\. |etwa |rund )?\d{1,3} $/iu
/** A result before "n. V.": "3:1 n. V." */
const SCORE_BEFORE = /\d ?: ?\d{1,3},?(?: \(\d{1,2}:\d{1,2}(?:[,;] ?\d{1,2}:\d{1,2}){0,3}\),?)? \(?$/
/** What a doctor suspects: "V. a. Gastritis". Before anything else, "V. a." opens a sentence. */
const FINDING =
  /(?:itis|fraktur|infarkt|tumor|inom|atom|drom|(?:thromb|arthr|sten|skler|fibr|tuberkul)ose|embolie|pneumonie|epilepsie|ruptur|anämie|sepsis|abszess|ulkus|apoplex|migräne|allergie|bruch|riss|infekt|^(?:KHK|TIA|TBC|TVT|LAE|COPD|HWI|ACS))[.,;:)]?$/i
/** Before what something is taken: "v. d. Essen". */
const MEAL = /^(?:\p{L}*[Ee]ssen|Schlafen|Mahlzeit|Frühstück)(?!\p{L})/u
/** The number of a dish, after which "m." is "with" ("2x Nr. 34 m. extra Käse"). */
const DISH_BEFORE = /(?<!\p{L})Nr\.? ?\d{1,3} $/u
/** What years are of, so that "J." before it is no initial: "2 J. Garantie". */
const OF_YEARS = /^(?:Garantie|Gewährleistung|Laufzeit|Erfahrung|Berufserfahrung|Zinsbindung|Haft|Ausbildung)/
/** Two parts of a name of nobility after "Fr.": "Fr. v. Bülow", "Fr. von der Leyen". */
const NOBLE_AFTER = /^ (?:v\.|von|zu|van) ?(?:d(?:\.|e[rmn]) ?)?\p{Lu}/u
/** What is done so often in one, after a slash: "3x/Wo." */
const PERIODS: Readonly<Record<string, string>> = {
  J: 'jahr',
  Wo: 'woche',
  Mon: 'monat',
  Std: 'stunde',
  Min: 'minute',
}
/** Adverbs that before a noun are adjectives: "mündl. Prüfung". */
const DECLINED = wordList(
  'mtl monatl jährl tel schriftl mündl möbl kostenl erm durchschn voraussichtl vorauss urspr',
)
/** Before several participants ("12 TN", "alle TN") or one ("pro TN"), and after the same letters of a state or in a compound. */
const PARTICIPANT_BEFORE =
  /(?<!\p{L})(?:(?<![\d.,:/-])(?!1 )\d{1,4}|[Dd]ie|[Dd]e[mnrs]|[Ee]in(?:e[mn])?|[Jj]ede[mn]|[Kk]ein|[Aa]lle|[Aa]ller|[Uu]nsere|[Vv]iele|[Ww]eitere|[Pp]ro|[Jj]e|[Jj]eder) $/u
const NO_PARTICIPANT_AFTER = /^(?:[-/\d]| \d{5})/
/** The rivers of towns: "Frankfurt/M.". */
const RIVERS: Readonly<Record<string, string>> = { M: 'main', S: 'saale' }
const RIVER_TOWN = /(?<!\p{L})(?:Frankfurt|Halle)\/$/u
/** The wind, before where it comes from: "Wind aus NW". */
const WIND_BEFORE =
  /(?<!\p{L})[Ww]ind(?:e|böen)?(?: weht)?:?(?:[^.!?]{0,24} aus| von)? $|\d (?:Bft|km\/h),? $/u
const MAX_WIND_LENGTH = 44
/** The degrees before the half of the globe: "48,1351° N". */
const COORDINATE_BEFORE = /\d° ?$/
const WINDS: Readonly<Record<string, string>> = {
  ...{ N: 'nord', NO: 'nordost', O: 'ost', SO: 'südost' },
  ...{ S: 'süd', SW: 'südwest', W: 'west', NW: 'nordwest' },
}
/** Greetings at the end of a message: alone on their line, or before the name of who sends them. Elsewhere they are courts. */
const GREETINGS: Readonly<Record<string, string>> = { LG: 'liebe grüße', VG: 'viele grüße' }
const GREETING_AFTER =
  /^,?(?:\n|$)|^,? (?:deine?|eure?|euer|von|an)(?!\p{L})|^, \p{Lu}\p{Ll}{1,14}(?: \p{Lu}\p{L}{1,14}\.?)?(?:\n|$)/u
const MAX_GREETING_LENGTH = 36
/** A name without a comma after a greeting ("LG Anna"), which may be the town of a court. */
const NAME_AFTER = /^ (\p{Lu}\p{Ll}{1,14})[.!]?(?:\n|$)/u
const COURT_TOWNS =
  wordList(`Aachen Amberg Ansbach Arnsberg Aschaffenburg Augsburg Aurich Bamberg Bautzen Bayreuth Berlin Bielefeld Bochum Bonn
  Braunschweig Bremen Chemnitz Coburg Cottbus Darmstadt Deggendorf Dessau Detmold Dortmund Dresden Duisburg Düsseldorf Ellwangen
  Erfurt Essen Feldkirch Flensburg Frankenthal Frankfurt Freiburg Fulda Gelsenkirchen Gera Gießen Görlitz Göttingen Graz Greifswald
  Hagen Halle Hamburg Hanau Hannover Hechingen Heidelberg Heilbronn Hildesheim Hof Ingolstadt Innsbruck Itzehoe Kaiserslautern
  Karlsruhe Kassel Kempten Kiel Klagenfurt Kleve Koblenz Köln Konstanz Krefeld Krems Landau Landshut Leipzig Limburg Linz Lübeck
  Lüneburg Magdeburg Mainz Mannheim Marburg Meiningen Memmingen Minden Mönchengladbach Mosbach München Münster Neubrandenburg
  Neuruppin Nürnberg Offenburg Oldenburg Osnabrück Paderborn Passau Potsdam Ravensburg Regensburg Ried Rostock Rottweil Saarbrücken
  Salzburg Schleswig Schweinfurt Schwerin Siegen Sigmaringen Stade Stendal Steyr Stralsund Stuttgart Traunstein Trier Tübingen Ulm
  Verden Waldshut Weiden Weimar Wels Wien Wiesbaden Wuppertal Würzburg Zweibrücken Zwickau`)
/** The "Nr." of an abbreviation before it. */
const NR_AFTER = /^[- ]?[nN]r(?![A-Za-z])/
/** A paragraph or its section, after which "S." is a sentence of it: "§ 535 S. 2", "Abs. 1 S. 2". */
const SECTION_BEFORE = /(?:Abs\.?|§|(?<!\p{L})Art\.) ?\d{1,4}[a-z]?,? $/u
/** Abbreviations that courts write without their full stop before a number: "§ 44 Abs 1 Nr 2", "Buchst a". */
const WITHOUT_STOP = wordList('Nr Abs Rn Rz Tz RdNr Rdnr Hs Halbs Zi')
/** What a law is cited with, without its full stop. */
const OF_LAW = wordList('S Art Buchst iS gem')
/** A sentence of a section ("S 2"), and an article ("Art 103 Abs 1 GG") without its full stop. */
const SENTENCE_AFTER = /^ \d{1,2}(?!\d|[.,:/]\d)/
const ARTICLE_AFTER = /^ \d{1,3}[a-z]? (?:Abs\.?|S\.?|Nr\.?|Satz|GG|EMRK|EGBGB|AEUV|EUV|EGV?)(?!\p{L})/u
const MAX_LAW_LENGTH = 16
/** What is in the sense of something: "i. S. des Gesetzes", "i. S. v. § 2". Initials have a name after them. */
const OF_SENSE = /^(?:de[rs]|v(?:on|\.)|d\.|eine[rs]|§|dieser)/
/** The day of a birth or a death. */
const DAY_OF_LIFE = /^\d{1,2}\./
/** The letter of a building: "Geb. C, 2. OG". */
const BUILDING_AFTER = /^[A-Z]\d{0,2}(?:[,;)]|$)/
/** A date or an ordinal after "v." */
const VOM_BEFORE = /^\d{1,2}\.(?:$|(?:[-–]?\d{1,2}\.))|^\d{4}-/
/** A number that begins with letters, or is one: "Nr. A 047", "Kl. B". */
const LETTERED = /^[A-Z]{1,3}(?:[-/ ]?\d|[,;)]|$)/
/** The number of the "3. Min." */
const ORDINAL_BEFORE = /\d\. $/

/** Expands abbreviations: "z. B.", "Dr.", "Nr. 5", "Mo.", "sog." with the ending of an adjective. */
export const readAbbreviation: Reader = (input, at) => {
  const { text } = input
  const dotted = readDotted(input, at)
  if (dotted) return dotted
  const volume = matchAt(VOLUME, text, at)?.[0]
  if (volume !== undefined) return reading(at, volume.length, 'volumenprozent')
  const birth = matchAt(BIRTH, text, at)
  if (birth) return abbreviated(text, at, birth[0], `geburts${birth[1]!.toLowerCase().replace('.', 'um')}`)
  const knockOut = matchAt(KNOCK_OUT, text, at)
  if (knockOut) return reading(at, knockOut[0].length, 'K O')
  const initials = matchAt(INITIALISM, text, at)
  if (initials && !/^[a-zäöü]\.[a-zäöü]$/.test(initials[1]!))
    return abbreviated(text, at, initials[0], spell(initials[1]!.replaceAll('.', '')))
  const match = matchAt(WORD, text, at)
  if (!match || (match[2] === '' && !isWordEnd(text, at + match[0].length))) return undefined
  const [whole, name, stop] = match
  const isDivisor = text[at - 1] === '/' && !Object.hasOwn(SHORT_DAYS, name!)
  if (stop === '' && (isDivisor || /^['@_&]/.test(text[at + whole.length] ?? ''))) return undefined
  const words = fullForm(input, at, name!, stop === '.')
  if (words !== undefined) return abbreviated(text, at, whole, words)
  const initial = matchAt(INITIAL, text, at)
  if (initial && /^[IVX]$/.test(initial[1]!) && (isRulers(text, at) || isOrdinalNoun(text, at + 2)))
    return undefined
  return initial && !fullStopEndsSentence(initial[0], chunkAfter(text, at + 2))
    ? abbreviated(text, at, initial[0], spell(initial[1]!))
    : undefined
}

/** Whether the numeral at a position is that of a ruler ("Otto I. wurde"), and no initial ("Karl I. Meier"). */
function isRulers(text: string, at: number): boolean {
  return rulerNamed(wordBefore(text, at)) !== undefined && !/^\p{Lu}/u.test(chunkAfter(text, at + 2))
}

function readDotted({ text, opensSentence }: ReaderInput, at: number): Reading | undefined {
  const match = matchAt(DOTTED_WORDS, text, at)?.[0]
  if (match === undefined) return undefined
  // The longest candidate first. Each one ends before a full stop or at the end of the match.
  for (let end = match.length; end > 1; end = match.lastIndexOf('.', end - 1)) {
    const key = match.slice(0, end).replaceAll(' ', '')
    const words =
      entry(DOTTED, key) ??
      entry(DOTTED_LOWER, key) ??
      (opensSentence && !CLOSING.test(key) ? entry(DOTTED, uncapitalised(key)) : undefined)
    const adjective = entry(DOTTED_ADJECTIVES, opensSentence ? uncapitalised(key) : key)
    if (adjective !== undefined && text[at + end] === '.') {
      const noun = nounAfter(text, at + end)
      return abbreviated(text, at, `${match.slice(0, end)}.`, adjective + endingAt(text, at, noun))
    }
    if (words === undefined || (words === 'im sinne' && !OF_SENSE.test(chunkAfter(text, at + end + 1))))
      continue
    const stop = text[at + end] === '.' ? '.' : ''
    return abbreviated(text, at, match.slice(0, end) + stop, wordsBeside(text, at, at + end + 1, key, words))
  }
  return undefined
}

/** The words of an abbreviation that means something else after a score, after an hour or before a noun. */
function wordsBeside(text: string, at: number, end: number, key: string, words: string): string {
  const before = textBefore(text, at, MAX_BEFORE_LENGTH)
  if (key === 'n.V' && SCORE_BEFORE.test(before)) return 'nach verlängerung'
  if (key === 'i.a' && /^\p{Lu}/u.test(chunkAfter(text, end))) return 'im auftrag'
  if (key === 'v.d' && MEAL.test(chunkAfter(text, end)))
    return genderOf(wordAfter(text, end)) === 'f' ? 'vor der' : 'vor dem'
  if (key === 'a.m' && /\d ?$/.test(before)) return 'A M' // "10 a.m."
  if (key === 'V.a' && !FINDING.test(chunkAfter(text, end))) return 'vor allem'
  return /^[ou]\.ä$/.test(key) && isBeforeNoun(text, end) ? words.slice(0, -1) : words
}

/** Whether an abbreviation is an adjective of the noun after it: "o. ä. Produkte", but "Äpfel o. ä. Danach". */
function isBeforeNoun(text: string, end: number): boolean {
  const next = chunkAfter(text, end)
  return /^\p{Lu}/u.test(next) && !fullStopEndsSentence('ä.', next)
}

function fullForm(input: ReaderInput, at: number, name: string, hasStop: boolean): string | undefined {
  const { text } = input
  const end = at + name.length + (hasStop ? 1 : 0)
  const next = chunkAfter(text, end)
  const before = textBefore(text, at, MAX_BEFORE_LENGTH)
  if (isDay(text, at, end, name, hasStop)) return SHORT_DAYS[name]
  if (hasStop && name === 'Fr' && MISTER_BEFORE.test(before)) return 'frau'
  if (hasStop && RIVER_TOWN.test(before)) return entry(RIVERS, name)
  if (
    name === 'TN' &&
    PARTICIPANT_BEFORE.test(before) &&
    !NO_PARTICIPANT_AFTER.test(text.slice(end, end + 6))
  )
    return participants(before)
  if (Object.hasOwn(GREETINGS, name) && isGreeting(text, at, end)) return GREETINGS[name]
  const small = hasStop ? smallWord(text, end, name, before) : undefined
  if (small !== undefined) return small
  if (
    hasStop
      ? isShortMonth(before, name, text.slice(end, end + MAX_DATE_LENGTH))
      : endsDate(before, name, text.slice(end, end + MAX_DATE_LENGTH))
  )
    return SHORT_MONTHS[name]
  return (
    ((!hasStop || name.length > 1) &&
    (COORDINATE_BEFORE.test(before) || WIND_BEFORE.test(textBefore(text, at, MAX_WIND_LENGTH)))
      ? entry(WINDS, name)
      : undefined) ??
    (hasStop ? compoundWords(name) : undefined) ??
    besideName(text, at, name, hasStop, next) ??
    (NR_AFTER.test(text.slice(end, end + 4)) ? entry(BEFORE_NR, name) : undefined) ??
    (name === 'Tel' && /^(?::|[+(]?\d)/.test(next) ? WITH_STOP[name] : undefined) ??
    (!hasStop && OF_LAW.has(name) ? ofLaw(before, name, text.slice(end, end + MAX_LAW_LENGTH)) : undefined) ??
    (hasStop || WITHOUT_STOP.has(name) ? numbered(before, name, next, text[end] === '-') : undefined) ??
    listed(input, at, end, name, hasStop, next)
  )
}

/** The case of participants, as far as what is before them says it. */
function participants(before: string): string {
  if (/(?:^| )des $/i.test(before)) return 'teilnehmers'
  return DATIVE_BEFORE.test(before) || /(?:^| )den $/i.test(before) ? 'teilnehmern' : 'teilnehmer'
}

/** Whether letters stand where a message ends: "LG", "VG, Peter". */
function isGreeting(text: string, at: number, end: number): boolean {
  const opens = opensLine(text, at) || /[.!?] $/.test(textBefore(text, at, 2))
  const after = text.slice(end, end + MAX_GREETING_LENGTH)
  const name = NAME_AFTER.exec(after)?.[1]
  return opens && (GREETING_AFTER.test(after) || (name !== undefined && !COURT_TOWNS.has(name)))
}

/** "goethestraße", "hausnummer", "umsatzsteuer I D nummer" */
function compoundWords(name: string): string | undefined {
  const compound = Object.hasOwn(ADJECTIVES, name) ? null : COMPOUND.exec(name)
  if (!compound) return undefined
  const first = entry(BEFORE_NR, compound[1]!) ?? partWords(compound[1]!)
  const gap = /\p{Lu}$/u.test(first) ? ' ' : ''
  return first + gap + LAST_PARTS[compound[2]!]!
}

/** Expands abbreviations before a number, or as the first part of a compound ("Art.-Nr."). */
function numbered(before: string, name: string, next: string, isPart: boolean): string | undefined {
  const isNumbered = /^(?:\d|[IVX]{1,5}(?![\p{L}\d]))/u.test(next)
  if (name === 'd' && /^\d{1,2}\.(?:\d|$)/.test(next))
    return /(?:Str\.|Straße|Platz) $/.test(before) ? 'des' : 'den' // "Str. d. 17. Juni", "Köln, d. 3. Mai"
  if (name === 'd') return undefined
  if (name === 'S' && isNumbered && SECTION_BEFORE.test(before)) return 'satz'
  if (name === 'Min' && isNumbered) return 'mindestens'
  if (ORDINAL_BEFORE.test(before) && Object.hasOwn(AFTER_ORDINAL, name)) return AFTER_ORDINAL[name]
  const isInName = /^-\p{L}{1,20}\.?-/u.test(next) // "Max.-Planck-Str."
  if (isPart && isInName && Object.hasOwn(IN_STREET, name)) return IN_STREET[name]
  if (isPart)
    return (
      (isInName ? undefined : entry(AS_PART, name)) ?? entry(BEFORE_NR, name) ?? entry(BEFORE_NUMBER, name)
    )
  if (name === 'Gr' && CLOTHING_SIZE.test(next)) return BEFORE_NUMBER[name]
  if (name === 'ges' && isNumbered) return 'gesamt'
  if (name === 'b' && (VOM_BEFORE.test(next) || /^einschl/.test(next))) return 'bis'
  if (name === 'v' && !VOM_BEFORE.test(next)) return isNumbered ? BEFORE_NAME[name] : undefined
  if (isNumbered)
    return entry(BEFORE_NUMBER, name) ?? (/\d $/.test(before) ? countedAfter(before, name) : undefined)
  if (name === 'Kl' && CLASS_LETTER.test(next)) return 'klasse'
  if (name.length > 1 && LETTERED.test(next) && Object.hasOwn(BEFORE_NUMBER, name)) return BEFORE_NUMBER[name]
  const isName = name === 'J' && /^\p{Lu}/u.test(next) && !OF_YEARS.test(next) // "Platz 3 J. Meier"
  return /\d $/.test(before) && !isName ? countedAfter(before, name) : undefined
}

/** Parts of a law without their full stop: "Abs 1 S 2", "Art 103 Abs 1 GG", "Buchst a", "gem § 5". */
function ofLaw(before: string, name: string, after: string): string | undefined {
  if (name === 'S') return SECTION_BEFORE.test(before) && SENTENCE_AFTER.test(after) ? 'satz' : undefined
  if (name === 'Art') return ARTICLE_AFTER.test(after) ? 'artikel' : undefined
  if (name === 'Buchst') return /^ [a-z](?!\p{L})/u.test(after) ? 'buchstabe' : undefined
  if (name === 'iS') return OF_SENSE.test(after.trimStart()) ? 'im sinne' : undefined
  return name === 'gem' && after.startsWith(' §') ? 'gemäß' : undefined
}

/** What is counted before its abbreviation: "12 S.", "6 J.", "ab 6 J." */
function countedAfter(before: string, name: string): string | undefined {
  const words = entry(AFTER_NUMBER, name)
  if (name === 'J' && /(?<![\d,.])1 $/.test(before)) return 'jahr'
  return words?.endsWith('e') && DATIVE_BEFORE.test(before) ? `${words}n` : words
}

function listed(
  input: ReaderInput,
  at: number,
  end: number,
  name: string,
  hasStop: boolean,
  next: string,
): string | undefined {
  const { text } = input
  const key = isKnown(name) || !mayBeCapitalised(input, name, next) ? name : uncapitalised(name)
  if (!hasStop) return /^[nN]r$/.test(name) && text[end] === ':' ? 'nummer' : entry(ALWAYS, key)
  if (key === 'Nr' || key === 'nr') return 'nummer'
  if (key === 'Nrn') return 'nummern'
  const stem = entry(ADJECTIVES, key)
  if (stem !== undefined) {
    const noun = nounAfter(text, end)
    const isAdverb = !/^\p{Lu}/u.test(next) || fullStopEndsSentence(`${key}.`, next)
    if ((key === 're' || key === 'li') && isAdverb) return `${stem}s`
    if (key === 'gestr' && /[ET]L, $/.test(textBefore(text, at, 4))) return stem // "1 TL, gestr. Salz"
    return noun === '' || /^\d/.test(next) ? stem : stem + endingAt(text, at, noun)
  }
  if (key === 'm' && DISH_BEFORE.test(textBefore(text, at, MAX_BEFORE_LENGTH))) return 'mit'
  if (key === 'f' && /(?<!\^)\d ?$/.test(textBefore(text, at, 3))) return 'folgende'
  if (/\/ ?$/.test(textBefore(text, at, 2)) && Object.hasOwn(PERIODS, key)) return PERIODS[key]
  if (key.length === 1 && fullStopEndsSentence(`${key}.`, next)) return undefined
  if (key === 'spät' && fullStopEndsSentence(`${key}.`, next, wordBefore(text, at))) return undefined
  if (name === 'Geb' && BUILDING_AFTER.test(next)) return 'gebäude'
  if (/^(?:geb|gest)$/.test(key) && DAY_OF_LIFE.test(next)) return `${WITH_STOP[key]} am`
  if (key === 'verw' && next === 'bis') return 'verwendbar'
  const words = entry(ALWAYS, key) ?? entry(WITH_STOP, key)
  const isDeclined =
    (DECLINED.has(key) || (/^m(?:ax|in)$/.test(key) && MEASURED.test(next))) &&
    /^\p{Lu}\p{Ll}/u.test(next) &&
    !fullStopEndsSentence(`${key}.`, next)
  return isDeclined ? words + endingAt(text, at, nounAfter(text, end)) : words
}

function isKnown(name: string): boolean {
  return [ALWAYS, WITH_STOP, ADJECTIVES].some((list) => Object.hasOwn(list, name))
}

/**
 * Whether a capital may be due to the start of a sentence. "Max." is a name, unless a lower-case word or digit follows.
 */
function mayBeCapitalised({ opensSentence }: ReaderInput, name: string, next: string): boolean {
  return (
    opensSentence && name.length > 1 && (!NAMES.has(name) || /^[\p{Ll}\d]/u.test(next) || MEASURED.test(next))
  )
}

/** "Dr.", "Fr." and "St." before a name, "v." inside one, "p." before a noun. */
function besideName(
  text: string,
  at: number,
  name: string,
  hasStop: boolean,
  next: string,
): string | undefined {
  const isTitle = /^(?:Dr|Prof)$/.test(name)
  const isBefore = name === 'St' ? /^(?:-(?!Nr))?\p{Lu}/u.test(next) : /^\p{Lu}/u.test(next)
  if (name === 'Fr' && NOBLE_AFTER.test(text.slice(at + 3, at + MAX_BEFORE_LENGTH))) return BEFORE_NAME[name]
  if (Object.hasOwn(DOCTORS, name) && /^(?:Dr|Prof|Fr|Hr|Herr)/.test(next)) return DOCTORS[name]
  if (!isTitle && (!hasStop || !isBefore)) return undefined
  if (name.length === 1 && fullStopEndsSentence(`${name}.`, next)) return undefined
  return entry(BEFORE_NAME, name)
}

/** Whether it is a day of the week: beside another day or a date. "So", "Do" and "Mi" are also words. */
function isDay(text: string, at: number, end: number, name: string, hasStop: boolean): boolean {
  if (!Object.hasOwn(SHORT_DAYS, name)) return false
  if (hasStop && name === 'Fr' && NOBLE_AFTER.test(text.slice(end, end + MAX_BEFORE_LENGTH))) return false
  const after = text.slice(at + name.length, at + name.length + MAX_DATE_LENGTH)
  const before = textBefore(text, at, MAX_BEFORE_LENGTH)
  if (name === 'Fr' && (AMOUNT_BEFORE.test(before) || MISTER_BEFORE.test(before))) return false
  if (DAY_AFTER.test(after) || DAY_BEFORE.test(before) || DAY_CUE.test(before)) return true
  if (name !== 'So' && after.startsWith(':') && opensLine(text, at)) return true
  if (WEATHER_AFTER.test(after) || after.startsWith('.: ')) return true
  if (WEATHER_NOUN_AFTER.test(after) && (LISTED_DAY_BEFORE.test(before) || LISTED_DAY_AFTER.test(after)))
    return true
  if (WEATHER_NOUN_AFTER.test(after) && ONLY_WEATHER_AFTER.test(after) && opensLine(text, at)) return true
  if (name === 'So' && SUNDAY_AFTER.test(after) && SUNDAY_BEFORE.test(before)) return true
  if (name === 'So' && HOURS_AFTER.test(after) && /\d(?: ?Uhr)?[,;] $/.test(before)) return true
  if (/^(?:Mo|Di|Fr|Sa)$/.test(name) && /^(?:\.? ?$|\.?[,;!?)])/.test(after)) return true
  if (before.endsWith('(') && /^\.?\)/.test(after)) return true // "28.12. (Sa.)"
  if (DATE_AFTER.test(after)) return hasStop || name !== 'So' || CLEAR_DATE_AFTER.test(after)
  const next = wordAfter(text, end)
  if (DAY_NEXT.has(next)) return hasStop || name !== 'So'
  return hasStop && name !== 'So' && name !== 'Do' && !/^\p{Lu}/u.test(next) && next !== ''
}

/** Whether it is an abbreviated month. "Jan" is also a name. */
function isShortMonth(before: string, name: string, after: string): boolean {
  if (!Object.hasOwn(SHORT_MONTHS, name)) return false
  const isDated = /^ ?\d/.test(after) || MONTH_BESIDE.test(after) || MONTH_BEFORE.test(before)
  return isDated || (name !== 'Jan' && name !== 'Jun' && name !== 'Jul')
}

/** Whether it is an abbreviated month without its full stop, after a day or before another one: "27. Nov", "Jan–März". */
function endsDate(before: string, name: string, after: string): boolean {
  if (!Object.hasOwn(SHORT_MONTHS, name)) return false
  return (
    (/\d\. ?$/.test(before) && !/^['@_&-]/.test(after)) || (/^[-–/]/.test(after) && MONTH_BESIDE.test(after))
  )
}

function abbreviated(text: string, at: number, match: string, words: string): Reading {
  const end = at + match.length
  const last = match.slice(match.lastIndexOf(' ') + 1)
  const ends = match.endsWith('.') && fullStopEndsSentence(last, chunkAfter(text, end), wordBefore(text, at))
  return reading(at, match.length, ends ? `${words} .` : words)
}
