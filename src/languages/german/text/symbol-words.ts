import type { DashWords } from '../../shared/text/dashes.ts'
import { LETTERS, matchAt, type Reader, reading, wordBefore } from '../../shared/text/reading.ts'
import type { SymbolWords } from '../../shared/text/symbols.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { isResultAsked } from './sums.ts'

/** Names with a slash, by up to 8 characters on both sides. */
const NAMES_WITH_SLASH =
  /(?<!\p{L})CDU\/CSU(?!\p{L})|nkfurt\/(?:Main|Oder|M\.)|Halle\/S\.|Halle\/Saale|Messe\/Deutz|Lahn\/Dill|(?<!\p{L})\p{Lu}\d{1,2}\/\p{Lu}\d|dnis 90\/Die/u

/** Articles, pronouns and titles of which a text gives both genders: "der/die Versicherte", "Herr/Frau". */
const GENDERED =
  '(?:er|sie|ih[mnr]|sein|seine|ihre|de[mnrs]|die|das|eine?[mnrs]?|zu[mr]|herrn?|hrn?\\.?|frau|fr)'
const EITHER_OR = new RegExp(`(?<!\\p{L})(?:${GENDERED}\\/${GENDERED}|ja\\/nein)(?!\\p{L})`, 'iu')

/** Both genders with a noun each: "der Leser/die Leserin", "Kundin/Kunde", "Arzt/Ärztin". */
const BOTH_GENDERS =
  /\p{Ll}\/(?:de[mnrs]|die|das|eine?[mnrs]?|(?:jed|[Ii]hr)e[mnrs]?) \p{Lu}|(?<!\p{L})(\p{Lu}\p{Ll}{2})\p{Ll}{0,5}\/\1|rzt\/Ärzt|Ärztin\/Arzt/u

/** A journey, before the places of it. */
const JOURNEY =
  /(?<!\p{L})(?:\p{L}{0,12}(?:[Ff]lug|[Zz]ug|[Ff]ahrt|[Ff]ahrkarte|[Tt]icket|[Vv]erbindung|[Ss]trecke|[Rr]eise|[Rr]oute|[Bb]us)|ICE? ?\d{0,4}|RE ?\d{0,3})(?: (?:ist|geht|war|von|für)|:)? (?:\p{Lu}[\p{L}.]{1,19} (?:→ )?){1,4}$/u

/** What has a number. */
const NUMBERED = wordList('bestellung rechnung ticket auftrag vorgang buchung kunde zimmer gleis')

export const SYMBOL_WORDS: SymbolWords = {
  always: {
    '&': 'und',
    '=': 'gleich',
    '÷': 'geteilt durch',
    '±': 'plus minus',
    '≤': 'kleiner gleich',
    '≥': 'größer gleich',
    '≠': 'ungleich',
    '≈': 'ungefähr',
    '∞': 'unendlich',
    '√': 'wurzel aus',
    '→': 'nach',
    '°': 'grad',
    '©': 'copyright',
    '§': 'paragraf',
    '€': 'euro',
    '£': 'pfund',
    '¥': 'yen',
    '₹': 'rupien',
    '¢': 'cent',
    μ: 'mü',
    Ω: 'ohm',
    '%': 'prozent',
    '‰': 'promille',
    $: 'dollar',
    '@': 'at',
  },
  plus: 'plus',
  times: 'mal',
  by: 'mal',
  less: 'kleiner als',
  greater: 'größer als',
  power: 'hoch',
  factorial: 'fakultät',
  squared: 'quadrat',
  cubed: 'hoch drei',
  journey: JOURNEY,
  about: 'ungefähr',
  backslash: 'backslash',
  sharp: 'sharp',
  number: 'nummer',
  hashtag: 'hashtag',
  hash: 'raute',
  key: () => 'raute',
  isNumber: (text, at) => NUMBERED.has(wordBefore(text, at).toLowerCase()),
  star: 'stern',
  pressing: wordList('drücken wählen taste sie die oder'),
  slash: 'schrägstrich',
  slashOfWords: '',
  per: 'pro',
  outOf: 'von',
  slashBetween(around) {
    if (/\p{Ll}-\/\p{Lu}/u.test(around)) return 'und' // "Hin-/Rückfahrt"
    if (NAMES_WITH_SLASH.test(around) || /(?<!\p{L})[QH][1-4]\/20\d\d/u.test(around)) return ''
    if (/(?<!\p{L})So\.?\/Feier/u.test(around)) return 'und'
    if (
      /(?:zahlung|gebühr|miete|kosten|eitrag|rate|liter|stück|personen|anrufe|seiten|abletten?|besucher)\/(?:Tag|Monat|Jahr|Woche|Std|Stunde|Nacht|Person)(?!\p{L})/iu.test(
        around,
      )
    )
      return 'pro'
    if (EITHER_OR.test(around) || BOTH_GENDERS.test(around)) return 'oder'
    if (/\d°?\/[-–]\d{1,2} ?°/u.test(around)) return ', minus' // "+4/-2 °C", "5°/-1°"
    if (/(?<!\p{L})und\/oder(?!\p{L})/iu.test(around)) return ''
    if (/(?<!\p{L})(?:Mo|Di|Mi|Do|Fr|Sa|So)\.?\/(?:Mo|Di|Mi|Do|Fr|Sa|So)(?!\p{L})/u.test(around)) return 'und'
    if (
      /(?:[€$£]|EUR|Euro|Preis|Kosten|Tage|Stunden|Schläge|[Mm]al|CO2) ?\/ ?(?:Monat|Jahr|Tag|Woche|Std|Stunde|Min|Pers|Nacht|Stk|Stück|kg|km)/u.test(
        around,
      )
    )
      return 'pro'
    if (/^.{0,7}\d\/(?:[ABJNV]|E[GU]|EWG)(?!\p{L})|\p{Lu}{2}\/[A-Z](?!\p{L})/u.test(around))
      return 'schrägstrich'
    if (
      /(?<!\p{L})(?:Jan|Feb|Mär|Mrz|Apr|Mai|Jun|Jul|Aug|Sept?|Okt|Nov|Dez)\.?\/(?:Jan|Feb|Mär|Mrz|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/u.test(
        around,
      )
    )
      return ''
    if (/[€\d]\/(?:100|250|500) ?(?:g|ml|km)(?![a-z])/.test(around)) return 'pro'
    if (/\d\.\/[\p{L}\d]|(?<!\p{L})Uhr\/\p{L}|\p{Ll}{2}\/\d|\d\/\p{Lu}{3}/u.test(around)) return ',' // "(40./Elfmeter)", "20 Uhr/live"
    // "9,99 €/mtl.", "(m/w/d)"
    return /\d\/(?:Top|Tür|Stiege)(?!\p{L})|(?<!\p{L})(?:m\/w|w\/[dmx]|d\/m)(?!\p{L})|\/(?:[Mm]tl|monatl|jährl|tgl|tägl|wöchentl|stündl|monatlich|jährlich|täglich)/u.test(
      around,
    )
      ? ''
      : undefined
  },
}

const RANGE_CUES = wordList('s seite seiten von zwischen jahre jahren')

export const DASH_WORDS: DashWords = {
  to: 'bis',
  pair: {
    before: /(?<!\p{L})(?:zwischen|zw\.) (?:[€$£] ?)?\d[\d.,:]{0,9}(?: ?(?:Uhr|h|€|%))? ?$/iu,
    words: 'und',
  },
  minus: 'minus',
  range: new RegExp(
    `(?<=(?<![${LETTERS}])(?:mo|di|mi|do|fr|sa|so|[${LETTERS}]{2,6}tag|mittwoch|sonnabend|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|jan|feb|mrz|mär|apr|jun|jul|aug|sept?|okt|nov|dez)\\.? ?)[-–](?= ?(?:(?:mo|di|mi|do|fr|sa|so)(?![${LETTERS}])|mon|die|mit|don|fre|sam|son|jan|feb|mär|mrz|apr|mai|jun|jul|aug|sep|okt|nov|dez))|(?<=(?<![${LETTERS}])(?:(?:abschnitt|sektor|sitz|gruppe|reihe|bereich|buchstabe|block|zone)(?:e?n?|s)|(?:gleis|gl\\.) \\d{1,2}) [a-z])[-–](?=[a-z](?![${LETTERS}\\d]))|(?<=(?<![${LETTERS}\\d-])([a-z])\\d{1,2})[-–](?=\\1\\d{1,2}(?![${LETTERS}\\d-]))|(?<=(?<![${LETTERS}\\d.,])\\d{1,3}[a-z])[-–](?=[a-z](?![${LETTERS}\\d-]))|(?<=(?:gr\\.|größen?:?) (?:x{0,3}[sl]|m) ?)[-–](?= ?(?:x{0,3}[sl]|m)(?![${LETTERS}]))`,
    'iy',
  ),
  results: wordList('ist gleich ergibt macht gibt'),
  isRangeAnnounced: (text, at) => RANGE_CUES.has(wordBefore(text, at).toLowerCase()),
  isResultAsked,
}

const SECTIONS = /§§/y

/** Reads the doubled section sign, a plural ("§§ 5 und 6"). */
export const readSections: Reader = ({ text }, at) =>
  matchAt(SECTIONS, text, at) ? reading(at, 2, 'paragrafen') : undefined
