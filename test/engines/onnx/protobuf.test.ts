import { expect, test } from 'bun:test'
import { fieldsOf } from '../../../src/engines/onnx/protobuf.ts'

const read = (...bytes: number[]) => [...fieldsOf(Uint8Array.from(bytes))]

test('fields come in order, with the bytes they stand in', () => {
  expect(read(0x08, 0x96, 0x01, 0x12, 0x02, 0x68, 0x69, 0x1d, 1, 2, 3, 4)).toEqual([
    { number: 1, whole: Uint8Array.of(0x08, 0x96, 0x01), value: 150 },
    { number: 2, whole: Uint8Array.of(0x12, 0x02, 0x68, 0x69), value: Uint8Array.of(0x68, 0x69) },
    { number: 3, whole: Uint8Array.of(0x1d, 1, 2, 3, 4), value: Uint8Array.of(1, 2, 3, 4) },
  ])
  expect(read()).toEqual([])
})

test.each([
  ['a number that is cut off', [0x08, 0x96]],
  ['a string that is cut off', [0x12, 0x03, 0x68, 0x69]],
  ['a string longer than any file', [0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]],
  ['a length that does not end', [0x12, ...new Array(200).fill(0x80), 0x00]],
  ['a number of fixed size that is cut off', [0x1d, 1, 2]],
  ['a wire type that does not exist', [0x0b]],
])('%s is refused', (_, bytes) => {
  expect(() => read(...bytes)).toThrow(RangeError)
})
