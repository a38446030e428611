import { expect, test } from 'bun:test'
import { isModel } from '../../src/bridges/openai/models.ts'
import { LANGUAGES } from '../../src/languages/registry.ts'
import { boundaryBetween } from '../../src/languages/shared/segmentation/boundary.ts'
import { MODELS } from '../support/models.ts'

const LENGTH = 16_000

function milliseconds(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** What an expression takes whose time grows with the square of the length. */
const quadratic = milliseconds(() => /x+$/.test(`${'x'.repeat(LENGTH)}y`))

const closers = `${'"'.repeat(LENGTH)}x"`
const model = `GPT-${'TTS-D'.repeat(LENGTH / 5)}\0`

test.each<[string, () => unknown]>([
  ...LANGUAGES.map((language): [string, () => unknown] => [
    `a word of marks in ${language.code}`,
    () => boundaryBetween(language, closers, false, 0, 'Next', ''),
  ]),
  ['the name of a model', () => isModel(MODELS, model)],
])('%s takes linear time, however long it is', (_, read) => {
  expect(Math.min(...[1, 2, 3].map(() => milliseconds(read)))).toBeLessThan(quadratic / 4)
})
