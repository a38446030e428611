import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { MISAKI } from '../../../../src/engines/onnx/phones/misaki.ts'
import { type Accent, accentOf, phonesOf } from '../../../../src/engines/onnx/phones/phones.ts'
import type { Phone } from '../../../../src/engines/onnx/phones/written-phones.ts'
import { PhoneEncoder } from '../../../../src/engines/pronunciation/phone-encoder.ts'
import { PRONUNCIATION_FOLDER } from '../../../../src/engines/pronunciation/pronunciation-folder.ts'
import { DUTCH_PHONES } from '../../../../src/languages/dutch/pronunciation/ipa.ts'
import { ENGLISH_PHONES } from '../../../../src/languages/english/pronunciation/ipa.ts'
import { GERMAN_PHONES } from '../../../../src/languages/german/pronunciation/ipa.ts'
import { LANGUAGES, localeOf } from '../../../../src/languages/registry.ts'
import { PhoneInventory } from '../../../../src/languages/shared/pronunciation/phone-inventory.ts'
import { normalise } from '../../../../src/languages/shared/text/normalise.ts'
import { VOCABULARIES } from '../../../support/onnx/style-model.ts'

let encoder: PhoneEncoder
let inventory: PhoneInventory
beforeAll(async () => {
  encoder = await PhoneEncoder.load(PRONUNCIATION_FOLDER, LANGUAGES)
  inventory = PhoneInventory.load(join(PRONUNCIATION_FOLDER, 'tokens.json'))
})

async function phonesIn(text: string, tag: string): Promise<string> {
  const locale = localeOf(tag)
  const encoding = await encoder.encode(normalise(text, locale), locale.language.code)
  return phonesOf(encoding, inventory, { set: 'misaki', accent: accentOf(tag)! })
}

/**
 * Words with their phones. The English ones are those of misaki's dictionaries (us_gold.json, gb_gold.json), but for
 * "T" in place of the tap, as Kokoro 1.0 has it; the others are what espeak-ng 1.51 writes, with misaki's letters.
 */
const WORDS: Readonly<Record<string, string>> = {
  'en-US': `water wˈɔTəɹ, little lˈɪTᵊl, world wˈɜɹld, judge ʤˈʌʤ, church ʧˈɜɹʧ, measure mˈɛʒəɹ, thing θˈɪŋ, this ðɪs, boy bˈY,
    out ˈWt, time tˈIm, day dˈA, see sˈi, blue blˈu, book bˈʊk, far fˈɑɹ, north nˈɔɹθ, hair hˈɛɹ, tour tˈʊɹ, happy hˈæpi,
    bird bˈɜɹd, letter lˈɛTəɹ, city sˈɪTi, butter bˈʌTəɹ, attack ətˈæk, output ˈWtpˌʊt, dictionary dˈɪkʃənˌɛɹi, cat kˈæt,
    lot lˈɑt, power pˈWəɹ, young jˈʌŋ, singing sˈɪŋɪŋ, and ænd, of ʌv, hurry hˈɜɹi, new nˈu, hello həlˈO`,
  'en-GB': `water wˈɔːtə, little lˈɪtᵊl, world wˈɜːld, judge ʤˈʌʤ, church ʧˈɜːʧ, measure mˈɛʒə, thing θˈɪŋ, this ðɪs, boy bˈY,
    out ˈWt, time tˈIm, day dˈA, see sˈiː, blue blˈuː, book bˈʊk, far fˈɑː, north nˈɔːθ, hair hˈɛː, tour tˈʊə, happy hˈapi,
    bird bˈɜːd, letter lˈɛtə, city sˈɪti, butter bˈʌtə, attack ətˈak, cat kˈat, lot lˈɒt, power pˈWə, young jˈʌŋ,
    singing sˈɪŋɪŋ, and and, fire fˈIə, hello həlˈQ, button bˈʌtᵊn, car kˈɑː, law lˈɔː`,
  de: `schön ʃˈøːn, fünf fˈynf, Zeit ʦˈIt, deutsch dˈɔøʧ, Jahr jˈɑːɾ, Buch bˈuːx, Haus hˈWs, Mädchen mˈɛːtçən, Straße ʃtɾˈɑːsə,
    Katze kˈaʦə, hören hˈøːrən, Vater fˈɑːtɜ, Übung ˈyːbʊŋ, Sprache ʃpɾˈɑːxə, Tschüss ʧˈys, König kˈøːnɪç, Wasser vˈasɜ,
    Wetter vˈɛtɜ, Kind kˈɪnt, groß ɡɾˈoːs, Stadt ʃtˈat, Löffel lˈœfəl, Bäume bˈɔømə, Nacht nˈaxt, Brücke bɾˈykə, zwei ʦvˈI,
    lachen lˈaxən, Zahn ʦˈɑːn, Ding dˈɪŋ, Pferd pfˈeːɾt, Handtasche hˈantˌaʃə`,
  nl: `huis hˈœys, water ʋˈaːtər, goed ɣˈut, deur dˈøːr, vuur vˈyr, school sxˈoːl, brood brˈoːt, fiets fˈits, meisje mˈɛɪsjə,
    geld ɣˈɛlt, nacht nˈɑxt, koud kˈʌʊt, bus bˈœs, leeuw lˈeʊ, nieuw nˈiw, zee zˈeː, boek bˈuk, lopen lˈoːpən, trein trˈɛɪn,
    ijs ˈɛɪs, vrouw vrˈʌʊ, zingen zˈɪŋən, tafel tˈaːfəl, muziek myzˈik, eten ˈeːtən, euro ˈøːroː, vis vˈɪs, warm ʋˈɑrm,
    gras ɣrˈɑs, straat strˈaːt, duur dˈyr, stoel stˈul`,
}

describe.each(Object.entries(WORDS))('in %s', (tag, words) => {
  const pairs = words.split(/,\s+/).map((pair) => pair.trim().split(' ') as [string, string])

  test('there are at least 30 words', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(30)
  })

  test.each(pairs)('"%s" is said %s', async (word, phones) => {
    expect(await phonesIn(word, tag)).toBe(`${phones}.`)
  })
})

test('marks stand behind words, and of several stresses one is the main one', async () => {
  expect(await phonesIn('Is information free? Yes: at the telephone, anyway!', 'en-US')).toBe(
    'ɪz ˌɪnfəɹmˈAʃən fɹˈi? jˈɛs: æt ðə tˈɛləfˌOn, ˈɛniwˌA!',
  )
})

const PHONES: Readonly<Record<Accent, string>> = {
  'en-us': ENGLISH_PHONES,
  'en-gb': ENGLISH_PHONES,
  de: GERMAN_PHONES,
  nl: DUTCH_PHONES,
}

test.each(Object.entries(PHONES) as [Accent, string][])(
  'each phone of %s is written with symbols that Kokoro knows',
  (accent, phones) => {
    const unknown = phones.split(' ').flatMap((name) => {
      const phone: Phone = {
        name,
        isStressed: false,
        isVowel: inventory.has(`${name}0`) || /[əɐ]/.test(name),
      }
      const word = [phone, { name: 'k', isStressed: false, isVowel: false }]
      const written = MISAKI[accent](phone, 0, word) ?? name
      return Array.from(written).filter((symbol) => !VOCABULARIES.kokoro.has(symbol))
    })
    expect(unknown).toEqual([])
  },
)
