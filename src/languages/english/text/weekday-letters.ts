import { matchAt, type Reader, reading } from '../../shared/text/reading.ts'

const OPENING_DAYS = /M ?[-–] ?F(?![A-Za-z0-9])/y
const DAYS_OF_CLASS = /(?:M\/W(?:\/F)?|MWF|T\/Th|TTh)(?![A-Za-z0-9/])/y
const DAY = /Th|[MTWF]/g
const NAMES: Readonly<Record<string, string>> = {
  M: 'monday',
  T: 'tuesday',
  W: 'wednesday',
  Th: 'thursday',
  F: 'friday',
}

/** Reads days of the week that are written as letters: "M-F" is "Monday to Friday", "M/W/F" and "TTh" name the days. */
export const readWeekdayLetters: Reader = ({ text }, at) => {
  const opening = matchAt(OPENING_DAYS, text, at)
  if (opening) {
    const said = [
      { at, words: 'monday' },
      { at: at + 1, words: 'to' },
      { at: at + opening[0].length - 1, words: 'friday' },
    ]
    return { end: at + opening[0].length, said }
  }
  const days = matchAt(DAYS_OF_CLASS, text, at)
  if (!days) return undefined
  const names = Array.from(days[0].matchAll(DAY), ({ 0: day }) => NAMES[day])
  return reading(at, days[0].length, names.join(' , '))
}
