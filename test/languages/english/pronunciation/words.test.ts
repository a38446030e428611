import { expect, test } from 'bun:test'
import { MODEL_FOLDER } from '../../../../src/engines/embedded/model-folder.ts'
import { PhoneEncoder } from '../../../../src/engines/pronunciation/phone-encoder.ts'
import { LANGUAGES, localeOf } from '../../../../src/languages/registry.ts'
import { segmentsOf } from '../../../support/text-stream.ts'
import { named } from '../../shared/pronunciation/tokens.ts'

const encoder = await PhoneEncoder.load(MODEL_FOLDER, LANGUAGES)

/** The phones of a text without its first token and the last pause, with "|" between words. */
async function said(text: string): Promise<string> {
  const { tokens } = segmentsOf(text, localeOf('en-US')!)[0]!.segment!
  const { ids } = await encoder.encode(tokens, 'en')
  return named(ids.subarray(1, -1))
}

test.each([
  // Another word without its accents
  ['rosé', 'r ow0 z ey1'],
  ['rose', 'r ow1 z'],
  ['“Rosés”', 'r ow0 z ey1 z'],
  ['exposé', 'eh1 k s p ow0 z ey1'],
  ['Résumé attached', 'r eh1 z ax m ey1 | ax t ae1 ch t'],
  ['RÉSUMÉS', 'r eh1 z ax m ey1 z'],
  ['pâté', 'p aa0 t ey1'],
  ['déjà vu', 'd ey1 zh aa1 | v uw1'],
  ['crème brûlée', 'k r eh1 m | b r uw0 l ey1'],
  ['papier-mâché', 'p ey1 p er0 | m ax sh ey1'],
  ['El Niño', 'eh1 l | n iy1 n y ow0'],
  ['Jesús and Hermès', 'hh ey0 s uw1 s | ae1 n d | eh0 r m eh1 z'],
  ['açaí', 'aa0 s aa0 iy1'],
  ['cafe\u0301', 'k ax f ey1'],
  // An é at the end, ñ and ç in words that no dictionary has
  ['wugé', 'w ah1 g ey1'],
  ['wugés', 'w ah1 g ey1 z'],
  ["wugé's", 'w ah1 g ey1 | z'],
  ['piñata', 'p ih0 n y aa1 t ax'],
  ['wuça', 'w uw1 s ax'],
  // Without a vowel: as long as they are said
  ['Hm', 'hh m m'],
  ['Hmmmm', 'hh m m'],
  ['mhm', 'm hh m m'],
  ['Shh', 'sh sh'],
  // Errors of the dictionary
  ['the buffet', 'dh ax | b ax f ey1'],
  ['my fiancée', 'm ay1 | f iy0 aa1 n s ey1'],
  ['a Kia', 'ax | k iy1 ax'],
  ['Pinot Noir', 'p iy1 n ow0 | n w aa1 r'],
  ['stronger skiers', 's t r ao1 ng g er0 | s k iy1 er0 z'],
  ['jagged', 'jh ae1 g ax d'],
  ['Chardonnay', 'sh aa1 r d ax n ey1'],
  ['Sauvignon', 's ow1 v ih0 n y aa1 n'],
  ['identifiers', 'ay0 d eh1 n t ax f ay1 er0 z'],
  ['Chavez', 'ch aa1 v eh0 z'],
  ['Lyon', 'l iy0 ow1 n'],
  ['Zhou', 'jh ow1'],
  ['Macron', 'm ax k r aa1 n'],
  ['Huang', 'hh w aa1 ng'],
  ['the cyclones', 'dh ax | s ay1 k l ow0 n z'],
  ["Alzheimer's", 'aa1 l t s hh ay0 m er0 | z'],
  ["Lyon's", 'l iy0 ow1 n | z'],
  ['hummus and lasagna', 'hh ah1 m ax s | ae1 n d | l ax z aa1 n y ax'],
  ['de-icing', 'd iy1 | ay1 s ih0 ng'],
  ['segue', 's eh1 g w ey0'],
  ['vis-à-vis', 'v iy1 z ax v iy1'],
  ['an Uber', 'ae1 n | uw1 b er0'],
  ['osteoporosis', 'aa1 s t iy0 ow0 p er0 ow1 s ih0 s'],
  ['PayPal', 'p ey1 p ae1 l'],
  ['Sauvignon Blanc', 's ow1 v ih0 n y aa1 n | b l aa1 ng k'],
  ['Rafael Morales', 'r aa1 f ay0 eh1 l | m er0 aa1 l eh0 s'],
  ['Chengdu', 'ch ah1 ng d uw1'],
  ['Ramadan', 'r aa1 m ax d aa1 n'],
  ['a sea anemone', 'ax | s iy1 | ax n eh1 m ax n iy0'],
  ['Dr. Fauci', 'd aa1 k t er0 | f aw1 ch iy0'],
  // Words that it lacks
  ['quesadillas', 'k ey1 s ax d iy1 ax z'],
  ['two mojitos', 't uw1 | m ow0 hh iy1 t ow0 z'],
  ['omeprazole', 'ow0 m eh1 p r ax z ow1 l'],
  ['3 GHz', 'th r iy1 | g ih1 g ax hh er1 t s'],
  ['the README', 'dh ax | r iy1 d m iy1'],
  ['Vikram', 'v ih1 k r ax m'],
  ['Kubernetes', 'k uw1 b er0 n eh1 t iy0 z'],
  ['filet mignon', 'f ih0 l ey1 | m iy0 n y ow1 n'],
  ['Ozempic', 'ow0 z eh1 m p ih0 k'],
  ['doxycycline', 'd aa1 k s iy0 s ay1 k l iy0 n'],
  ['colonoscopies', 'k ow1 l ax n aa1 s k ax p iy0 z'],
  ['Ciara and Roisin', 's iy0 eh1 r ax | ae1 n d | r ow0 sh iy1 n'],
  ['Loughborough', 'l ah1 f b er0 ax'],
  ['Issaquah', 'ih1 s ax k w aa0'],
  ['Wi-Fi', 'w ay1 | f ay1'],
  ['Uyghur', 'w iy1 g er0'],
  ['CeraVe', 's eh1 r ax v ey0'],
  ['the wagyu', 'dh ax | w aa1 g y uw0'],
  ['Tsinghua', 'ch ih1 ng hh w aa1'],
  ['Pokémon', 'p ow1 k ey0 m aa0 n'],
  ['AbbVie', 'ae1 b v iy0'],
  ['fibromyalgia', 'f ay1 b r ow0 m ay0 ae1 l jh ax'],
  ['Keoghan', 'k y ow1 g ax n'],
  ['Odegaard', 'ow1 d ih0 g aa0 r d'],
  ['lidocaine', 'l ay1 d ow0 k ey1 n'],
  ['bursitis', 'b er0 s ay1 t ih0 s'],
  ['LiveKit', 'l ay1 v | k ih1 t'],
  ['metadata', 'm eh1 t ax d ey1 t ax'],
  ['gigabits', 'g ih1 g ax b ih0 t s'],
  ['sourdough', 's aw1 er0 d ow1'],
  ['tonkotsu', 't ow1 n k ow0 t s uw0'],
  ['preheated', 'p r iy0 hh iy1 t ax d'],
  ["Kelce's", 'k eh1 l s iy0 | z'],
  ['Reykjavik and Kaneohe', 'r ey1 k y ax v ih0 k | ae1 n d | k aa1 n ey0 ow1 hh ey0'],
  ['Persephone', 'p er0 s eh1 f ax n iy0'],
  ['Kayleigh', 'k ey1 l iy0'],
  ['Barranquilla', 'b aa1 r ax ng k iy1 ax'],
  ['Mallorca', 'm ay0 ao1 r k ax'],
  ['Pend Oreille', 'p aa1 n d | ax r ey1'],
  ['Harish and Sneha', 'hh er0 iy1 sh | ae1 n d | s n ey1 hh aa0'],
  // Derived from words that it has: British spellings, adverbs, endings, prefixes and compounds
  ['my neighbourhoods', 'm ay1 | n ey1 b er0 hh uh1 d z'],
  ['they apologised', 'dh ey1 | ax p aa1 l ax jh ay1 z d'],
  ['paralysing', 'p eh1 r ax l ay1 z ih0 ng'],
  ['two litres', 't uw1 | l iy1 t er0 z'],
  ['anaemia', 'ax n iy1 m iy0 ax'],
  ['the offences', 'dh iy0 | ax f eh1 n s ih0 z'],
  ['it tunnelled', 'ih1 t | t ah1 n ax l d'],
  ['fearfully', 'f ih1 r f ax l iy0'],
  ['atomically', 'ax t aa1 m ih0 k l iy0'],
  ['shakily', 'sh ey1 k ax l iy0'],
  ['the handsomest', 'dh ax | hh ae1 n s ax m ax s t'],
  ['chattiest', 'ch ae1 t iy0 ax s t'],
  ['swordsmanship', 's ao1 r d z m ax n sh ih1 p'],
  ['he maketh me', 'hh iy1 | m ey1 k ih0 th | m iy1'],
  ['an antihero', 'ae1 n | ae1 n t iy0 hh ih1 r ow0'],
  ['my toothache', 'm ay1 | t uw1 th ey1 k'],
  ['a dragonfly', 'ax | d r ae1 g ax n f l ay1'],
  ['hangin out', 'hh ae1 ng ih0 n | aw1 t'],
  // An r of letters to sound between consonants is a syllable
  ['wugrs', 'w ah1 g er0 z'],
])('%s is said %s', async (text, phones) => {
  expect(await said(text)).toBe(phones)
})
