import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { MODEL_FOLDER } from '../../../../src/engines/embedded/model-folder.ts'
import { parseArpabet } from '../../../../src/languages/english/pronunciation/arpabet.ts'
import { GreekEndings } from '../../../../src/languages/english/pronunciation/greek-endings.ts'
import { PhoneInventory } from '../../../../src/languages/shared/pronunciation/phone-inventory.ts'
import { named } from '../../shared/pronunciation/tokens.ts'

const inventory = PhoneInventory.load(join(MODEL_FOLDER, 'tokens.json'))
const endings = new GreekEndings(inventory)

test.each([
  // The ending is stressed, and the vowel before it is not
  ['cytometry', 's ay1 t ax m ax t r iy0', 's ay0 t aa1 m ax t r iy0'],
  ['allometry', 'ae1 l ax m ax t r iy0', 'ax l aa1 m ax t r iy0'],
  ['fibromata', 'f ay0 b r ow0 m aa1 t ax', 'f ay0 b r ow1 m ax t ax'],
  ['lithiasis', 'l ih1 th iy0 ax s ih0 s', 'l ih0 th ay1 ax s ih0 s'],
  ['diuresis', 'd ay0 uw0 r eh1 s ih0 s', 'd ay0 uw0 r iy1 s ih0 s'],
  ['manometer', 'm ae1 n ow0 m ax t er0', 'm ax n aa1 m ax t er0'],
  ['campanula', 'k aa0 m p ax n y uw1 l ax', 'k aa0 m p ae1 n y ax l ax'],
  // An ending may begin before its stressed vowel
  ['germicidal', 'jh er0 m ih1 s ay1 d ax l', 'jh er0 m ih0 s ay1 d ax l'],
  ['cytokinesis', 's ay1 t ow0 k ih1 n iy1 s ih0 s', 's ay1 t ow0 k ih0 n iy1 s ih0 s'],
  // A stress further before stays
  ['laminitis', 'l ae1 m ax n ax t ih0 s', 'l ae1 m ax n ay1 t ih0 s'],
  // What is right stays
  ['zymology', 'z ay0 m aa1 l ax jh iy0', 'z ay0 m aa1 l ax jh iy0'],
  // Other words, and those with no vowel before the ending
  ['banana', 'b ax n ae1 n ax', 'b ax n ae1 n ax'],
  ['otomy', 'ow0 t ax m iy0', 'ow0 t ax m iy0'],
])('%s, %s, is said %s', (word, phones, corrected) => {
  expect(named(endings.corrected(word, parseArpabet(phones, inventory)))).toBe(corrected)
})
