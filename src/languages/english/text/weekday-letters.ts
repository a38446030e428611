import { matchAt, type Reader, rangeSaid, reading } from '../../shared/text/reading.ts'

const OPENING_DAYS =
  /(Mo?)( ?[-–] ?)(Th|Fr?|Sa|Su)(?![A-Za-z0-9])|(Tu)( ?[-–] ?)(Th|Fr?|Sa|Su)(?![A-Za-z0-9])|(Tu?|W|Th)( ?[-–] ?)(Th|F|Sa|Su)(?=:? (?:@ ?)?\d)/y
/** A day before its hours: "Sa 9-1". */
const DAY_OF_HOURS = /(?:Mo|Tu|Th|Fr|Sa|Su):?(?= \d{1,2}(?::\d\d)?(?: ?[ap]\.?m?\.?)? ?[-–] ?\d)/y
/** "M-Th 8:30-5, F 8:30-3", of which the end may be a segment of its own. */
const LAST_DAY =
  /F(?=:? \d{1,2}(?::\d\d)? ?[-–] ?\d)(?<=(?:M|Tu?|W) ?[-–] ?(?:W|Th).{5,24}[,;] F)|^F(?= \d{1,2}:\d\d ?[-–] ?\d)/y
const DAYS_OF_CLASS = /(?:M\/W(?:\/F)?|MWF|Tu?\/Th|TTh)(?![A-Za-z0-9/])/y
const DAY = /Th|Tu|[MTWF]/g
const NAMES: Readonly<Record<string, string>> = {
  M: 'monday',
  Mo: 'monday',
  T: 'tuesday',
  Tu: 'tuesday',
  W: 'wednesday',
  Th: 'thursday',
  F: 'friday',
  Fr: 'friday',
  Sa: 'saturday',
  Su: 'sunday',
}

/**
 * Reads days of the week that are written as letters: "M-F" is "Monday to Friday", "M/W/F", "TTh" and "Sa 9-1" name the days.
 */
export const readWeekdayLetters: Reader = ({ text }, at) => {
  const opening = matchAt(OPENING_DAYS, text, at)
  if (opening) {
    const [whole, ...parts] = opening
    const [first, dash, last] = parts.filter((part) => part !== undefined)
    const said = rangeSaid(at, [first!, dash!], [NAMES[first!]!, 'to', NAMES[last!]!])
    return { end: at + whole.length, said }
  }
  const day = matchAt(DAY_OF_HOURS, text, at)?.[0]
  if (day !== undefined) return reading(at, 2, NAMES[day.slice(0, 2)]!)
  if (matchAt(LAST_DAY, text, at)) return reading(at, 1, NAMES.F!)
  const days = matchAt(DAYS_OF_CLASS, text, at)
  if (!days) return undefined
  const names = Array.from(days[0].matchAll(DAY), ({ 0: day }) => NAMES[day])
  return reading(at, days[0].length, names.join(' , '))
}
