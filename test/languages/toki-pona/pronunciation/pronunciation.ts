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

export default (async ({ inventory }) => ({
  async pronounce(sequence) {
    return sequence.map(({ spoken }) => {
      return Object.hasOwn(WORDS, spoken) ? [inventory.parse(WORDS[spoken]!)] : []
    })
  },
})) satisfies LoadPronunciation
