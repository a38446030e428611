import { matchAt, type Reader } from '../../shared/text/reading.ts'
import { unitAt } from './units.ts'

/** Before what something is counted by ("€/m²", "pro km"); "m/w/d" are no units. */
const PER_BEFORE = /(?:[\d€$£%]|\p{L}{2})\/$|(?<!\p{L})(?:pro|je) $/u
const LONGEST_BEFORE = 5
/** Symbols that are no words and no names. */
const UNMISTAKABLE =
  /(?:km|kg|cm|mm|ml|mg|qm|kWh?|MWh|GWh|[kMG]Hz|[MGT]B|[MG]bit|kcal|dB)(?![A-Za-zÄÖÜäöüß0-9-])/y

/** Reads units without a number: "pro km", "€/m²", "in km/h". */
export const readBareUnit: Reader = ({ text }, at) => {
  const isPer = PER_BEFORE.test(text.slice(Math.max(0, at - LONGEST_BEFORE), at))
  const unit = isPer || matchAt(UNMISTAKABLE, text, at) ? unitAt(text, at) : undefined
  return unit && { end: unit.end, said: [{ at, words: isPer ? unit.one : unit.many }] }
}
