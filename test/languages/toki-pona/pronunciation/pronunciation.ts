import { IpaReader } from '../../../../src/languages/shared/pronunciation/ipa.ts'
import type { LoadPronunciation } from '../../../../src/languages/shared/pronunciation/pronunciation.ts'

const WORDS: Readonly<Record<string, string>> = {
  jan: 'j ɑ1 n',
  li: 'l iː0',
  luka: 'l yː1 k aː0',
  mi: 'm iː1',
  moku: 'm oː1 k yː0',
  pona: 'p oː1 n aː0',
  sina: 's iː1 n aː0',
  toki: 't oː1 k iː0',
  tu: 't yː1',
  wan: 'ʋ ɑ1 n',
}

const PHONES = 'p t k s m n l j w ɑ ɛ iː oː uː'

const NEAR_PHONES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from('bfv', (phone) => [phone, 'p'])),
  ...Object.fromEntries(Array.from('dθð', (phone) => [phone, 't'])),
  ...Object.fromEntries(Array.from('ɡxh', (phone) => [phone, 'k'])),
  ...Object.fromEntries(Array.from('zʃʒç', (phone) => [phone, 's'])),
  r: 'l',
  ŋ: 'n',
  ...Object.fromEntries(Array.from('aæɒʌə', (phone) => [phone, 'ɑ'])),
  ...Object.fromEntries(Array.from('eøœ', (phone) => [phone, 'ɛ'])),
  ...Object.fromEntries(Array.from('iyɪʏ', (phone) => [phone, 'iː'])),
  ...Object.fromEntries(Array.from('oɔ', (phone) => [phone, 'oː'])),
  ...Object.fromEntries(Array.from('uʊ', (phone) => [phone, 'uː'])),
}

export default (async ({ inventory }) => ({
  ipa: new IpaReader(inventory, PHONES, NEAR_PHONES),
  async pronounce(sequence) {
    return sequence.map(({ spoken }) => {
      return Object.hasOwn(WORDS, spoken) ? [inventory.parse(WORDS[spoken]!)] : []
    })
  },
})) satisfies LoadPronunciation
