import { matchAt, type Reader, reading } from './reading.ts'

/** The European identifier of a decision: "ECLI:NL:HR:2015:1552", "ECLI:DE:BGH:2017:140317U2STR370.16.0". */
const ECLI = /ECLI:([A-Z]{2}):([A-Z\d]{1,8}):((?:1\d|20)\d\d):([A-Z\d.]{1,25}(?<!\.))(?![A-Za-z\d:])/y

/** Makes the reader of such an identifier: letters and digits by name, and the year as one, with pauses between. */
export function ecliReader(
  spell: (letters: string) => string,
  digits: (digits: string) => string,
  year: (digits: string) => string,
): Reader {
  return ({ text }, at) => {
    const match = matchAt(ECLI, text, at)
    if (!match) return undefined
    const [whole, country, court, decided, number] = match
    const words = number!
      .split('.')
      .map((part) =>
        (part.match(/[A-Z]+|\d+/g) ?? []).map((run) => (/\d/.test(run) ? digits(run) : spell(run))).join(' '),
      )
      .join(' , ')
    const parts = [spell('ECLI'), spell(country!), spell(court!), year(decided!), words]
    return reading(at, whole.length, parts.join(' , '))
  }
}
