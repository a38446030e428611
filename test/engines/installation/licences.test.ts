import { expect, test } from 'bun:test'
import { dutyUnder, isFree } from '../../../src/engines/installation/licences.ts'

test.each(['apache-2.0', 'Apache-2.0', 'MIT', 'cc-by-4.0', 'CC BY 4.0', 'cc0-1.0', 'gpl-3.0'])(
  '%s permits any use',
  (licence) => {
    expect(isFree(licence)).toBe(true)
  },
)

test.each(['openrail', 'cc-by-nc-4.0', 'other', 'llama3', '', undefined])('%s may not', (licence) => {
  expect(isFree(licence)).toBe(false)
  expect(dutyUnder(licence)).toBeUndefined()
})

test('some ask for more than keeping their text', () => {
  expect(dutyUnder('mit')).toBeUndefined()
  expect(dutyUnder('CC BY 4.0')).toBe('name its authors where you publish what it says')
  expect(dutyUnder('agpl-3.0')).toBe('pass the model on only under the same licence')
})
