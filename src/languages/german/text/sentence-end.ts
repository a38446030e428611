import { CLOTHING_SIZE } from '../../shared/text/clothing-size.ts'
import { LETTERS } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import {
  ADJECTIVES,
  AFTER_NUMBER,
  ALWAYS,
  AS_PART,
  BEFORE_NAME,
  BEFORE_NR,
  BEFORE_NUMBER,
  IN_STREET,
  WITH_STOP,
} from './abbreviation-expansions.ts'
import { isMonth, SHORT_DAYS, SHORT_MONTHS } from './calendar.ts'

/** Abbreviations after a list. They end a sentence if a capital follows. */
const CLOSINGS = wordList('usw etc usf dgl')

/** Words that open a sentence and hardly ever follow an ordinal or an abbreviation. */
const OPENERS =
  wordList(`Der Die Das Dies Diese Dieser Dieses Diesem Diesen Den Dem Es Er Sie Wir Ihr Ich Du Man Ein Eine Einer
  Einem Einen Und Oder Aber Doch Denn Wenn Als Da Dann Danach Davor So Also Auch Nun Jetzt Heute Morgen Gestern Hier Dort In
  Im An Am Auf Mit Bei Beim Nach Von Vom Zu Zum Zur Für Durch Über Unter Vor Seit Bis Aus Um Ohne Gegen Wer Was Wo Wie Wann
  Warum Weshalb Wieso Welche Welcher Welches Ja Nein Nicht Kein Keine Mein Meine Dein Deine Sein Seine Ihre Unser Unsere Euer
  Eure Alle Alles Viele Einige Jeder Jede Jedes Bitte Danke Weil Obwohl Während Nachdem Bevor Sobald Falls Damit Dass Ob
  Trotzdem Deshalb Daher Deswegen Außerdem Allerdings Jedoch Dabei Dafür Dagegen Dazu Darum Sonst Schon Noch Nur Sehr Zudem
  Schließlich Zuerst Zunächst Später Vielleicht Leider Natürlich Ist Sind War Waren Hat Haben Hatte Kann Können Könnte Soll
  Sollen Sollte Muss Müssen Will Wird Werden Wurde Würde Hallo Okay Geht Gibt Ab Beide Anschließend Inzwischen Insgesamt
  Meine Manche Mehr Niemand Jemand Etwas Nichts Darf Dürfen Lass Mach Komm Los Gut Genau Klar Na Ach Oh Tja
  Super Toll Schön Ebenfalls Zuvor Vorher Nachher Trotz Laut Neben Demnach Zusätzlich Weiterhin Weiters Wegen Angesichts
  Aufgrund Mittlerweile Unterdessen Währenddessen Gleichzeitig Zugleich Allein Erst Bereits Derzeit Aktuell Momentan Seither
  Seitdem Damals Daraufhin Dadurch Dennoch Gleichwohl Immerhin Möglicherweise Womöglich Wahrscheinlich Vermutlich Angeblich
  Offenbar Tatsächlich Eigentlich Hingegen Stattdessen Innerhalb Außerhalb Zwischen Hinter Dessen Deren Jene Jener Solche
  Mehrere Sogar Selbst Vielmehr Überdies Ferner Hiermit Hierbei Hierzu Woher Wohin Wessen Wem Wen Sowohl Sofern Sondern`)

/** Nouns with ordinals above 99. */
const COUNTED_FAR =
  wordList(`Mal Geburtstag Jahrestag Todestag Tor Spiel Länderspiel Bundesligaspiel Besucher Ausgabe Folge
  Auflage Jubiläum Sitzung Sieg Tag Teilnehmer Mitglied Kunde Platz Meter Psalm`)

/** Names that are also abbreviations. */
export const NAMES = wordList('Jan Max Phil')
/** What has a greatest value, after "Max.", which elsewhere is a name. */
export const MEASURED =
  /^\p{L}*(?:höhe|breite|länge|tiefe|größe|leistung|last|belastung|zuladung|gewicht|geschwindigkeit|temperatur|dauer|zeit|zahl|dosis|menge|betrag|druck|weite|strom|spannung)(?!\p{L})/iu

/** The source of a regular expression for a list in which somebody has a rank: "Weltranglisten-20.", "Tabellen-17.". */
export const RANKING = '(?:\\p{L}{0,14}listen|Tabellen|ATP|WTA)-'

/** The letter of a class at the end of a sentence: "Kl. C." */
export const CLASS_LETTER = /^[A-H]\.$/

const INITIAL = new RegExp(`^[${LETTERS}]\\.$`)
const INITIALISM = new RegExp(`^(?:[${LETTERS}]{1,2}\\.){2,6}$`)
/** A number, date or Roman numeral that may be an ordinal, also at the end of a range ("3.-5."), or a rank ("Tabellen-17."). */
const ORDINAL = new RegExp(
  `^(?:${RANKING})?(?:[\\d.]{1,9}[-–/]){0,2}(?:\\d{1,3}(?:\\.\\d{3})?|(?!19|20)[1-9]\\d00|\\d{1,2}\\.\\d{1,2}|[IVXL]{2,6})\\.$`,
  'u',
)
const STREET = /[a-zäöüß](?:str|[lk]pl|[nz]fl)$/
const NUMBER = /.[nN]r$/
/** The end of a degree: "M. Sc.", "B. Eng." */
const DEGREE = /^(?:[MB]\.)?(?:Sc|Eng)$/
/** "Geb.dat." */
const BIRTH_DATE = /^[Gg]eb\.dat$/
const NEXT_WORD = new RegExp(`^["'(]{0,2}([${LETTERS}]*)`)

/** See `SegmentationRules.isAbbreviation`. A number with a full stop is one, as it may be an ordinal or a date. */
export function isAbbreviation(word: string): boolean {
  const stem = stemOf(word)
  return (
    isListed(stem) ||
    isListed(uncapitalised(stem)) ||
    INITIAL.test(`${stem}.`) ||
    INITIALISM.test(word) ||
    ORDINAL.test(word) ||
    STREET.test(stem) ||
    NUMBER.test(stem) ||
    DEGREE.test(stem) ||
    BIRTH_DATE.test(stem)
  )
}

/** See `SegmentationRules.fullStopEndsSentence`. */
export function fullStopEndsSentence(word: string, next: string, before = ''): boolean {
  if (/^[,;:/]/.test(next)) return false
  if (next === '' || !isAbbreviation(word)) return true
  if (/^[-–]\p{L}|^\)/u.test(next)) return false // "Art.-Nr.", "Jan.–März", "Anm.)"
  const stem = stemOf(word)
  if (stem === 'spät') return before !== 'bis' || !/^\d/.test(next) // "bis spät. 10.12."
  if (stem === 'Kl' && CLASS_LETTER.test(next)) return false
  const nextWord = NEXT_WORD.exec(next)![1]!
  if (/^(?:a\.)?d\.$/.test(word) && nextWord === 'Oder') return false // the river
  if (/^[fmnv]\.$/.test(word) && /^Ihre?[mnrs]?$/.test(nextWord)) return false // "Dank f. Ihre Nachricht"
  // "die Nr. Ihres Vertrags"; the others are also words
  if (/[nN]rn?$/.test(stem) && /^\p{Lu}\p{Ll}/u.test(next)) return OPENERS.has(nextWord)
  if (Object.hasOwn(AFTER_NUMBER, stem) && /\d$/.test(before)) return OPENERS.has(nextWord) // "1 Bd. Petersilie"
  if (stem === 'Wg' && /^\p{Lu}\p{Ll}/u.test(next)) return OPENERS.has(nextWord) // "Wg. Umbau", but "Wg. 12"
  if ((stem.length > 1 && Object.hasOwn(BEFORE_NUMBER, stem)) || NUMBER.test(stem))
    return (
      !CLOTHING_SIZE.test(next) &&
      !/^[#\d\p{Ll}]|^Nr(?!\p{L})|^[A-Z]{1,3}(?:[-/]?\d|[,;)]|$)|^[IVX]{1,5}(?![\p{L}\d])/u.test(next)
    )
  if (/^[\p{Ll}\d]/u.test(next)) return false
  if (Object.hasOwn(SHORT_MONTHS, stem) && /^['’](?:\d|$)/.test(next)) return false // "Jan. '26"
  if (/\d{3}\.$/.test(word)) return !COUNTED_FAR.has(nextWord)
  if (isMonth(nextWord)) return false
  if (stem === 'Max' && MEASURED.test(next)) return false
  if (CLOSINGS.has(stem) || NAMES.has(stem)) return true
  return OPENERS.has(nextWord)
}

function isListed(stem: string): boolean {
  const lists = [
    ALWAYS,
    WITH_STOP,
    ADJECTIVES,
    BEFORE_NUMBER,
    AFTER_NUMBER,
    BEFORE_NR,
    BEFORE_NAME,
    AS_PART,
    SHORT_MONTHS,
    SHORT_DAYS,
    IN_STREET,
  ]
  return lists.some((list) => Object.hasOwn(list, stem))
}

/** The last part of a word ("Dipl.-Ing.", "Mo.–Fr.", "€/Std."), without the full stop. */
function stemOf(word: string): string {
  return word.slice(Math.max(...Array.from('-–/+', (mark) => word.lastIndexOf(mark))) + 1, -1)
}

/** A word with its first letter in lower case. */
export function uncapitalised(word: string): string {
  return word.slice(0, 1).toLowerCase() + word.slice(1)
}
