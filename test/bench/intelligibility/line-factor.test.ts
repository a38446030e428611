import { expect, test } from 'bun:test'
import { compareLineFactors, type LineErrors, lineFactor } from './line-factor.ts'

/** A speaker with errors in texts of ten words. */
const speaker = (fullBand: readonly number[], line: readonly number[]): LineErrors => ({
  fullBand: fullBand.map((errors) => ({ errors, length: 10 })),
  line: line.map((errors) => ({ errors, length: 10 })),
})
const repeated = (numbers: readonly number[]) =>
  Array.from({ length: 40 }, (_, at) => numbers[at % numbers.length]!)

const one = speaker(repeated([1, 2, 3]), repeated([2, 4, 6]))
const worse = speaker(repeated([1, 2, 3]), repeated([4, 8, 12]))
const like = speaker(repeated([3, 1, 2]), repeated([2, 7, 4]))

test('a telephone line multiplies errors by those on it over those without it', () => {
  expect(lineFactor(one)).toBeCloseTo(2, 5)
  expect(lineFactor(worse)).toBeCloseTo(4, 5)
})

test('one speaker loses more than another where the interval leaves out 1, and chance may explain it where it does not', () => {
  expect(compareLineFactors(worse, one)).toEqual({ ratio: 2, from: 2, to: 2 })
  const { ratio, from, to } = compareLineFactors(like, one)
  expect(from).toBeLessThan(ratio)
  expect(ratio).toBeLessThan(to)
  expect(1).toBeWithin(from, to)
})
