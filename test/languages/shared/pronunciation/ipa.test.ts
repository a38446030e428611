import { describe, expect, test } from 'bun:test'
import { MODEL_FOLDER } from '../../../../src/engines/embedded/model-folder.ts'
import { PhoneEncoder } from '../../../../src/engines/pronunciation/phone-encoder.ts'
import { LANGUAGES } from '../../../../src/languages/registry.ts'
import { ipaFault } from '../../../../src/languages/shared/pronunciation/ipa.ts'
import { inIpa } from './tokens.ts'

const encoder = await PhoneEncoder.load(MODEL_FOLDER, LANGUAGES)

async function phones(ipa: string, language: string): Promise<string> {
  const { ids } = await encoder.encode([{ written: 'x', spoken: ['x'], phones: [ipa] }, '.'], language)
  return inIpa(ids).slice(2, -2)
}

const TABLE: Readonly<Record<string, readonly (readonly [ipa: string, phones: string])[]>> = {
  en: [
    ['ˈbʌtər', 'b ʌ1 t ɝ0'],
    ['ˈdʒɛfərsən', 'dʒ ɛ1 f ɝ0 s ə n'],
    ['ˈkæmərə', 'k æ1 m ə ɹ ə'],
    ['səˈraʊnd', 's ə ɹ aʊ1 n d'],
    ['təˈmɑːtəʊ', 't ə m ɑː1 t oʊ0'],
    ['təˈmeɪˌtoʊ', 't ə m eɪ1 t oʊ1'],
    ['/həˈloʊ/', 'h ə l oʊ1'],
    ['[hɛ.loʊ]', 'h ɛ1 l oʊ0'],
    ['h ɛ l oʊ', 'h ɛ1 l oʊ0'],
    ['kæt', 'k æ1 t'],
    ['ˈbʌtn̩', 'b ʌ1 t ə n'],
    ['ˈbɒtəl', 'b ɑː1 t ə l'],
    ['t͡ʃɜːt͡ʃ', 'tʃ ɝ1 tʃ'],
    ['ʧɝʧ', 'tʃ ɝ1 tʃ'],
    ['dʒoʊ', 'dʒ oʊ1'],
    ['pɜːr', 'p ɝ1'],
    ['bɝd', 'b ɝ1 d'],
    ['ˈbʌtɚ', 'b ʌ1 t ɝ0'],
    ['niə', 'n iː1 ə'],
    ['nɪər', 'n ɪ1 ɹ'],
    ['skweər', 's k w ɛ1 ɹ'],
    ['tʊə', 't ʊ1 ɹ'],
    ['ˈsɔːltɪ', 's ɔː1 l t ɪ0'],
    ['rɛd', 'ɹ ɛ1 d'],
    ['ʁuʒ', 'ɹ uː1 ʒ'],
    ['bɔ̃ ʒuʁ', 'b ɔː1 ŋ ʒ uː0 ɹ'],
    ['bax', 'b æ1 k'],
    ['ɪç', 'ɪ1 ʃ'],
    ['ˈmʏnçn̩', 'm ʊ1 n ʃ ə n'],
    ['føːn', 'f ɝ1 n'],
    ['ɡœtə', 'ɡ ɝ1 t ə'],
    ['ˈɲokki', 'n j oʊ1 k k iː0'],
    ['ˈpaeʎa', 'p æ1 ɛ0 l j æ0'],
    ['ˈaɪə', 'aɪ1 ə'],
    ["'kaet", 'k æ1 ɛ0 t'],
    ['gʊd', 'ɡ ʊ1 d'],
    ['ʔɒpən', 'ɑː1 p ə n'],
    ['wʰɒt', 'w ɑː1 t'],
    ['sɪŋ', 's ɪ1 ŋ'],
    ['ˈθɪðɹ', 'θ ɪ1 ð ɹ'],
    ['ə', 'ə'],
    ['ðə', 'ð ə'],
    ['ˈjuːnɪˌkɔːɹn', 'j uː1 n ɪ0 k ɔː1 ɹ n'],
  ],
  de: [
    ['ˈʁeːɡn̩sbʊʁk', 'ʁ eː1 ɡ ə n s b ʊ0 ʁ k'],
    ['ˈmʏnçn̩', 'm ʏ1 n ç ə n'],
    ['ʃtʁaːsə', 'ʃ t ʁ aː1 s ə'],
    ['baːɐ̯', 'b aː1 ɐ'],
    ['ˈvaɪ̯n', 'v aɪ1 n'],
    ['ˈhɔʏ̯tə', 'h ɔʏ1 t ə'],
    ['laʊ̯t', 'l aʊ1 t'],
    ['pfɛɐ̯t', 'pf ɛ1 ɐ t'],
    ['tsaɪt', 'ts aɪ1 t'],
    ['ˈtsuːk', 'ts uː1 k'],
    ['ʔapfl̩', 'a1 pf ə l'],
    ['bʊx', 'b ʊ1 x'],
    ['ɪç', 'ɪ1 ç'],
    ['ˈtʃɛːço', 'tʃ ɛː1 ç oː0'],
    ['ˈmænɪdʒɚ', 'm ɛ1 n ɪ0 dʒ ɐ'],
    ['θɪŋ', 's ɪ1 ŋ'],
    ['wɔtɚ', 'v ɔ1 t ɐ'],
    ['ˈʒɛːni', 'ʒ ɛː1 n iː0'],
    ['restoˈʁɑ̃', 'ʁ eː0 s t oː0 ʁ a1 ŋ'],
    ['bɔ̃ˈbɔ̃', 'b ɔ0 ŋ b ɔ1 ŋ'],
    ['ˈkaf.fe', 'k a1 f f eː0'],
    ['kaˈfeː', 'k a0 f eː1'],
    ['ˈryːdi', 'ʁ yː1 d iː0'],
    ['ø', 'øː1'],
    ['ˈɡœtə', 'ɡ œ1 t ə'],
    ['ɡʁoːs', 'ɡ ʁ oː1 s'],
  ],
  nl: [
    ['ˈɣroːnɪŋə', 'ɣ r oː1 n ɪ0 ŋ ə'],
    ['ˈɡʏda', 'ɡ ʏ1 d ɑ0'],
    ['ˈsxeːvənɪŋə(n)', 's x eː1 v ə n ɪ0 ŋ ə n'],
    ['ɦaːx', 'h aː1 x'],
    ['hœys', 'h œy1 s'],
    ['ˈtɛin', 't ɛi1 n'],
    ['kʌut', 'k ʌu1 t'],
    ['blɑu̯', 'b l ʌu1'],
    ['ˈmøːbəl', 'm øː1 b ə l'],
    ['fyːr', 'f yː1 r'],
    ['ˈtʃɛlo', 'tʃ ɛ1 l oː0'],
    ['ˈdʒɔni', 'dʒ ɔ1 n iː0'],
    ['ˈpɪtsa', 'p ɪ1 t s ɑ0'],
    ['ˈjɛŋə', 'j ɛ1 ŋ ə'],
    ['ˈʋɑtər', 'ʋ ɑ1 t ə r'],
    ['θɪŋk', 't ɪ1 ŋ k'],
    ['ˈmænədʒɚ', 'm ɛ1 n ə dʒ ə r'],
    ['ɲu', 'n j uː1'],
    ['restoˈrɑ̃', 'r eː0 s t oː0 r ɑ1 ŋ'],
    ['ˈbuɹd', 'b uː1 r d'],
    ['ɪk', 'ɪ1 k'],
    ['ˈlekər', 'l eː1 k ə r'],
    ['rɵst', 'r ʏ1 s t'],
    ['vɪː', 'v eː1'],
  ],
}

describe.each(Object.entries(TABLE))('IPA in %s', (language, table) => {
  test.each(table)('%s is said as %s', async (ipa, expected) => {
    expect(ipaFault(ipa)).toBeUndefined()
    expect(await phones(ipa, language)).toBe(expected)
  })

  test('every symbol has phones, with any mark after it', async () => {
    const symbols =
      'pbtdkɡfvθðszʃʒhmnŋlrwjxçiyɪʏeøɛœæaɑɒɔoʌuʊəɱɲɳɴʎɫɬɭʟɮβⱱʋɸʙɓɗɖʈcqɟɢɠɣɰʀʁɹɻɽɾɺχħɦʜʂɕɧʐʑʝɥʍɘɤɞɶɵɨᵻʉɯɐɚɝɜgʧʤʦʣʨʥεǝ'
    for (const symbol of symbols) {
      for (const mark of ['', 'ː', '\u0303', '\u0329', '˞', 'ˈ', '\u0361', 'ʰ']) {
        expect(ipaFault(symbol + mark)).toBeUndefined()
        expect(await phones(symbol + mark, language)).not.toBe('')
      }
    }
  })

  test('anything at all is read without an error', async () => {
    for (const ipa of ['', ' ', 'ˈ', 'Q!', 'ʔ', '\ud83d', 'ə'.repeat(5000), 'ˈˈˌ', '\u0303\u0329', '[]'])
      await phones(ipa, language)
  })
})

test.each([
  ['', 'It has no symbol of the IPA that can be said.'],
  [' / / ', 'It has no symbol of the IPA that can be said.'],
  ['ˈ', 'It has no symbol of the IPA that can be said.'],
  ['həˈloʊ!', '"!" is not a symbol of the IPA that can be said.'],
  ['TOMATO', '"T" is not a symbol of the IPA that can be said.'],
  ['h@loU', '"@" is not a symbol of the IPA that can be said.'],
  ['дом', '"д" is not a symbol of the IPA that can be said.'],
  ['kæt5', '"5" is not a symbol of the IPA that can be said.'],
])('what is wrong with %j is told', (ipa, fault) => {
  expect(ipaFault(ipa)).toBe(fault)
})

test('given phones go before a pronunciation, and "the" is said as it is before their first sound', async () => {
  const say = async (ipa: string) => {
    const the = { written: 'the', spoken: ['the'] }
    const { ids, words } = await encoder.encode(
      [the, { written: 'cat', spoken: ['cat'], phones: [ipa] }, '.'],
      'en',
    )
    expect(words.map(({ written }) => written)).toEqual(['the', 'cat'])
    return inIpa(ids)
  }
  expect(await say('æpl')).toBe('^ ð iː0 | æ1 p l .')
  expect(await say('dɒɡ')).toBe('^ ð ə | d ɑː1 ɡ .')
})
