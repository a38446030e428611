import type { PhoneInventory, Phones } from '../../shared/pronunciation/phone-inventory.ts'
import { parseArpabet } from './arpabet.ts'

/** The initials of Mandarin in pinyin, as they are said in English. */
const INITIALS: Readonly<Record<string, string>> = {
  b: 'b',
  p: 'p',
  m: 'm',
  f: 'f',
  d: 'd',
  t: 't',
  n: 'n',
  l: 'l',
  g: 'g',
  k: 'k',
  h: 'hh',
  j: 'jh',
  q: 'ch',
  x: 'sh',
  zh: 'jh',
  ch: 'ch',
  sh: 'sh',
  r: 'r',
  z: 'z',
  c: 't s',
  s: 's',
  y: 'y',
  w: 'w',
}
/** The finals, in the same way. */
const FINALS: Readonly<Record<string, string>> = {
  a: 'aa1',
  o: 'ow1',
  e: 'ah1',
  ai: 'ay1',
  ei: 'ey1',
  ao: 'aw1',
  ou: 'ow1',
  an: 'aa1 n',
  en: 'ah1 n',
  ang: 'aa1 ng',
  eng: 'ah1 ng',
  ong: 'ao1 ng',
  i: 'iy1',
  ia: 'y aa1',
  ie: 'y eh1',
  iao: 'y aw1',
  iu: 'y uw1',
  ian: 'y eh1 n',
  in: 'ih1 n',
  iang: 'y aa1 ng',
  ing: 'ih1 ng',
  iong: 'y ao1 ng',
  u: 'uw1',
  ua: 'w aa1',
  ue: 'w eh1',
  uo: 'w ow1',
  uai: 'w ay1',
  ui: 'w ey1',
  uan: 'w aa1 n',
  un: 'uh1 n',
  uang: 'w aa1 ng',
}
/** Which finals follow which initials. */
const SYLLABLES: readonly (readonly [initials: string, finals: string])[] = [
  ['b p m f', 'a o ai ei ao ou an en ang eng i ie iao iu ian in ing u'],
  ['d t n l', 'a e ai ei ao ou an en ang eng ong i ia ie iao iu ian in iang ing u ue uo ui uan un'],
  ['g k h', 'a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang'],
  ['j q x', 'i ia ie iao iu ian in iang ing iong u ue uan un'],
  ['zh ch sh r z c s', 'a e ai ei ao ou an en ang eng ong i u ua uo uai ui uan un uang'],
  ['y', 'a ao ou an ang i in ing ong u ue uan un'],
  ['w', 'a o ai ei an en ang eng u'],
]
/** Syllables without an initial, which begin a word or follow an apostrophe, and one of another vowel. */
const OTHERS: Readonly<Record<string, string>> = {
  a: 'aa1',
  ai: 'ay1',
  an: 'aa1 n',
  ang: 'aa1 ng',
  ao: 'aw1',
  e: 'ah1',
  en: 'ah1 n',
  er: 'er1',
  ou: 'ow1',
  ye: 'y eh1',
}
/** What is in words in pinyin and hardly in others: "zh", a "q" that is no "qu", an "x" that is no "ex". */
const TELLTALE = /zh|q(?!u[aei])|(?:^|[aginou'])x[iu]/
/** How words of other languages end that divide into syllables of pinyin: "ataraxia", "Manxie", "xipamide". */
const OTHER_END = /axia$|xie$|[aiu][dlt]e$/
const LONGEST_SYLLABLE = 6
const MAX_LENGTH = 24

/** Reads Chinese names and words in pinyin: "Zhongshan", "Xi'an", "Qingpu". */
export class Pinyin {
  readonly #syllables: ReadonlyMap<string, Phones>

  constructor(inventory: PhoneInventory) {
    const whole = SYLLABLES.flatMap(([initials, finals]) =>
      initials
        .split(' ')
        .flatMap((initial) =>
          finals
            .split(' ')
            .map((final): [string, string] => [initial + final, `${INITIALS[initial]} ${FINALS[final]}`]),
        ),
    )
    this.#syllables = new Map(
      [...whole, ...Object.entries(OTHERS)].map(([syllable, phones]) => [
        syllable,
        parseArpabet(phones, inventory),
      ]),
    )
  }

  /** The phones of a lower-case word in pinyin; undefined for one that may be of another language. */
  phones(word: string): Phones | undefined {
    if (word.length > MAX_LENGTH || !TELLTALE.test(word) || OTHER_END.test(word)) return undefined
    const syllables = this.#split(word)
    return syllables && Uint8Array.from(syllables.flatMap((syllable) => [...this.#syllables.get(syllable)!]))
  }

  /** The syllables of a word, the first as long as it can be; undefined if there are none. */
  #split(word: string): string[] | undefined {
    for (let length = Math.min(LONGEST_SYLLABLE, word.length); length > 0; length--) {
      const first = word.slice(0, length)
      const rest = word.slice(length)
      if (!this.#syllables.has(first) || /^[aeo]/.test(rest)) continue
      const others = rest === '' ? [] : this.#split(rest.replace(/^'/, ''))
      if (others) return [first, ...others]
    }
    return undefined
  }
}
