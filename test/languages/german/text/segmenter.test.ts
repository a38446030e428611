import { expect, test } from 'bun:test'
import { segmentsIn, testCuts, testFlushedWords } from '../../shared/segmentation/segmenting.ts'
import { SEGMENTS } from './segments.ts'

const segmentsOf = segmentsIn('de-DE')

testCuts('de-DE', SEGMENTS)

test('a stretch without punctuation is split before a conjunction, preposition or article', () => {
  const clause = 'schnelle braune Füchse springen gern weit während Katzen Mäuse jagen '
  const [first] = segmentsOf(clause.repeat(4))
  expect(first!.length).toBeLessThanOrEqual(220)
  expect(clause.repeat(4).slice(first!.length)).toStartWith('während Katzen')
})

testFlushedWords('de-DE', [
  ['so guten Mor', 'so guten ', 'Mor'],
  ['ich kenne Dr. ', 'ich kenne ', 'Dr. '],
  ['am 3. ', 'am ', '3. '],
  ['es gilt z. B. ', 'es gilt ', 'z. B. '],
  ['es kostet 5 ', 'es kostet ', '5 '],
  ['Das war es.', 'Das war es.', ''],
])
