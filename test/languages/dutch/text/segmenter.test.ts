import { expect, test } from 'bun:test'
import { segmentsIn, testCuts, testFlushedWords } from '../../shared/segmentation/segmenting.ts'
import { SEGMENTS } from './segments.ts'

const segmentsOf = segmentsIn('nl-NL')

testCuts('nl-NL', SEGMENTS)

test('a stretch without punctuation is split before a conjunction or preposition', () => {
  const clause = 'snelle bruine vossen springen graag ver terwijl katten muizen vangen '
  const [first] = segmentsOf(clause.repeat(4))
  expect(first!.length).toBeLessThanOrEqual(220)
  expect(clause.repeat(4).slice(first!.length)).toStartWith('terwijl katten')
})

testFlushedWords('nl-NL', [
  ['zo goede mor', 'zo goede ', 'mor'],
  ['ik ken dr. ', 'ik ken ', 'dr. '],
  ['zie o.a. ', 'zie ', 'o.a. '],
  ['het kost € 5 ', 'het kost ', '€ 5 '],
  ['het begint om 9 ', 'het begint om ', '9 '],
  ["dat is 's ", "dat is 's ", ''],
  ['Dat was het.', 'Dat was het.', ''],
])
