import { describe, expect, test } from 'bun:test'
import { cut, cutOneByOne, growth, LIMIT, read } from '../../shared/text/growth.ts'

/** Divided by bars, so that they may hold spaces. */
const FLOODS = [
  "x|X|é|É|ĳ|IJ|aA|a_|a-|a'|'s |'|'a|A.|a.a.|A |UN |IV |IVe |e\u0308|o.a.|o.a. |B.V. |J. |J. de ",
  '1|0 |1.|1. |1,|1.000|1.000.|1 000 |100 200 |12 345 |123.|€ 123 |1:|1-|1/|1/1/|1 2/|-1|+1 |020-|06 |0800-|02/12.|1234 |0x1F|#F|1a|a1',
  "1x|1 x |½|²|1e|1ste |1-jarige |1-tal|1'er|1234 AB |12-12-12 |1.1.24 |24/12 |2023/24 |2-1 |4-3-3-|1,5 ",
  '€|€5|€ 5,- |5,- |5,20 euro |5 mln. |€ 5 mld. |1k|1 %|5 km |5 m2 |5 min. |3 st. |5 l/100 km |12:30|12.30 uur ',
  '14u30 |9 u. |9 u |1 u 45 min |om 9 |Johannes 3:16 |NL91 |NL91 ABNA |NL91ABNA0417|ABNA |3 okt. |okt-|jan.-',
  'ma-|ma, |ma. |zo |di/|dr. |St. |St.-|xstr. |xstr|xnr.|xnr |nr. |blz. |enz. |v. Chr. |v.|a/d |t/m |e-mail|e-',
  "VVD'er |CD's|A4'tje |zzp'er |Willem II |Willem I|hoofdstuk V|.|,|...|—|–|-|„|”|(|((a|/|§|&|°|@|a@|http://",
  'www.|a.nl/|het het |Rocky X |😀|你|ł|ß|"5"|5" |[(|](|<a|# |&amp;',
].flatMap((line) => line.split('|'))

describe('a flood of 16,000 characters takes time in proportion to its length', () => {
  for (const unit of FLOODS) {
    test(`${JSON.stringify(unit)}: reading`, () => {
      expect(growth(read, unit, 'nl-NL')).toBeLessThan(LIMIT)
    }, 60_000)
    test(`${JSON.stringify(unit)}: cutting`, () => {
      expect(growth(cut, unit, 'nl-NL')).toBeLessThan(LIMIT)
    }, 60_000)
  }
})

describe('a flood that comes code unit by code unit is cut in time in proportion to its length', () => {
  for (const unit of ['é', '1. ', 'dr. A ', 'o.a. ', "'s "]) {
    test(JSON.stringify(unit), () => expect(growth(cutOneByOne, unit, 'nl-NL')).toBeLessThan(LIMIT), 60_000)
  }
})
