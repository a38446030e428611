import { matchAt, type Reader, reading } from '../../shared/text/reading.ts'

const SECTIONS = /§§/y

/** Reads the doubled sign of several sections ("§§ 5 und 6"). */
export const readSections: Reader = ({ text }, at) =>
  matchAt(SECTIONS, text, at) ? reading(at, 2, 'paragrafen') : undefined
