import { describe, expect, test } from 'bun:test'
import { localeOf } from '../../../../src/languages/registry.ts'
import { normalise } from '../../../../src/languages/shared/text/normalise.ts'
import { testAnyText, testCodeUnits, testPropertyNames } from '../../shared/text/any-text.ts'
import { aloud, expectSound, shown, wordsOf } from '../../shared/text/sound.ts'
import { READINGS } from './readings.ts'
import { SEGMENTS } from './segments.ts'

const SPOKEN = /^(?:'?[a-zàáâäçèéêëìíîïñòóôöùúûü]+(?:['-][a-zàáâäçèéêëìíîïñòóôöùúûü]+)*|[A-Z])$/

describe('text is read as a speaker would', () => {
  for (const [written, spoken, locale = 'nl-NL'] of READINGS) {
    test(`${JSON.stringify(written)} in ${locale}`, () => {
      expect(aloud(normalise(written, localeOf(locale))).replace(/ ?\.$/, '')).toBe(spoken)
    })
  }
})

describe('what is said belongs to the written word that it is read from', () => {
  const table: readonly (readonly [string, string])[] = [
    ['Het kost € 5 miljoen.', 'Het[het] kost[kost] €[] 5[vijf] miljoen.[miljoen euro] .'],
    ['5 km ver', '5[vijf] km[kilometer] ver[ver] .'],
    ['3 mei 2024', '3[drie] mei[mei] 2024[tweeduizend vierentwintig] .'],
    ['om 14.30 uur', 'om[om] 14.30[veertien uur dertig] uur[] .'],
    ['om 14 uur', 'om[om] 14[veertien] uur[uur] .'],
    ['om 9 u. dan', 'om[om] 9[negen uur] u.[] dan[dan] .'],
    ['o.a. zo', 'o.a.[onder andere] zo[zo] .'],
    ['1,5 mln. mensen', '1,5[één komma vijf] mln.[miljoen] mensen[mensen] .'],
    ['20 % korting', '20[twintig] %[procent] korting[korting] .'],
    ['2 1/2 m', '2[tweeënhalve] 1/2[] m[meter] .'],
    ['1 234 km', '1[twaalfhonderdvierendertig] 234[] km[kilometer] .'],
    ['1234 AB Ede', '1234[twaalf vierendertig] AB[A B] Ede[ede] .'],
    ['020 123 45 67', '020[nul twee nul] , 123[één twee drie] , 45[vier vijf] , 67[zes zeven] .'],
    ['NL91 ABNA 0417', 'NL91[N L negen één] , ABNA[A B N A] , 0417[nul vier één zeven] .'],
    ['A. van Dam', 'A.[A] van[van] Dam[dam] .'],
    ["'s avonds", "'s['s] avonds[avonds] ."],
    ['v. d. Berg', 'v.[van] d.[den] Berg[berg] .'],
    ['1 u 30 min. ver', '1[één] u[uur] 30[dertig] min.[minuten] ver[ver] .'],
    ['1h 30m', '1h[één uur] 30m[dertig minuten] .'],
    ['ma - vr', 'ma[maandag] -[tot en met] vr[vrijdag] .'],
    ['9.00 - 17.00', '9.00[negen uur] -[tot] 17.00[zeventien uur] .'],
    ['10 : 2', '10[tien] :[op] 2[twee] .'],
    ['2 x 5 mg', '2[twee] x[keer] 5[vijf] mg[milligram] .'],
  ]
  for (const [text, expected] of table) {
    test(text, () => expect(shown(normalise(text, localeOf('nl-NL')))).toBe(expected))
  }
})

test('a text of nothing that can be said has words that say nothing', () => {
  for (const text of ['...', '***', '---', '\u200b', '\ud83d', '—']) {
    expect(wordsOf(normalise(text, localeOf('nl-NL'))).map((word) => word.spoken)).toEqual([[]])
  }
  for (const text of ['', '  ', '\n']) expect(normalise(text, localeOf('nl-NL'))).toEqual([])
})

test('written words, pauses and spoken words hold their form for every text of the tables', () => {
  for (const [text] of READINGS) expectSound(text, normalise(text, localeOf('nl-BE')), SPOKEN)
  for (const text of SEGMENTS.flat()) expectSound(text, normalise(text, localeOf('nl-NL')), SPOKEN)
})

const PIECES = `
1 0 42 3,14 1.000 . , ? ! : ; - – — … ' " „ ” ( ) [ ] € $ % ‰ & @ # * / \\ + = < > ^ _ | ~ \` ° ½ ² × §
a A u x X de het 's 't 'n z'n dr. St. nr. o.a. d.w.z. enz. mln. u. ma. zo. okt. blz. str. klantnr. v.Chr. J. B.V.
mei uur t/m km min. m2 €5 ,- EUR euro ANWB NAVO VVD'er cd's A4'tje iPhone XIV XXe Willem e ste de 'er -jarige 1234 AB
NL91 0417 020- 06 14.30 1/2 http:// www. .nl é ë ĳ Ĳ IJ ß ł 你 。 م 😀 👍🏽 🇫 \u200d \u200b \u0301 \u0308 \ud83d
\ude00 \ufffd \0 \ufeff \ue000 <b>`
  .split(/[ \n]/)
  .concat(' ', ' ', ' ', ' ', ' ', ' ', ' ', '\n', '\u00a0')

testAnyText('nl-NL', PIECES, SPOKEN, 19)

testCodeUnits('nl-BE', SPOKEN, 23)

testPropertyNames('nl-NL', SPOKEN)
