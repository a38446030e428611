import { describe, expect, test } from 'bun:test'
import { npyOf } from '../../../../src/engines/onnx/npy.ts'
import { readNpz } from '../../../../src/engines/onnx/style/npz.ts'
import { ModelError } from '../../../../src/engines/shared/engine-kind.ts'
import { zipOf } from '../../../support/zip.ts'

const FIRST = { shape: [2, 3], data: Float32Array.of(1, 2, 3, 4, 5, 6) }
const SECOND = { shape: [1000], data: new Float32Array(1000).fill(0.5) }
const FILES = { 'one.npy': npyOf(FIRST), 'two words.npy': npyOf(SECOND) }

test.each([false, true])('the arrays of an archive are read (compressed: %p)', (compressed) => {
  const arrays = readNpz(zipOf(FILES, compressed), 'voices.npz')
  expect([...arrays]).toEqual([
    ['one', FIRST],
    ['two words', SECOND],
  ])
})

describe('a damaged archive is refused', () => {
  const archive = zipOf(FILES, true)
  test.each<[string, Uint8Array]>([
    ['empty', new Uint8Array()],
    ['no archive', new Uint8Array(1000)],
    ['cut off', archive.subarray(0, archive.length - 40)],
    ['without its beginning', archive.subarray(100)],
    ['with other files', zipOf({ 'readme.txt': Buffer.from('This is no array of numbers.') }, false)],
  ])('%s', (_, bytes) => {
    expect(() => readNpz(bytes, 'voices.npz')).toThrow(ModelError)
  })
})
