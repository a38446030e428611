import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { Tokenizer } from '../../../../src/engines/onnx/pocket/sentencepiece/tokenizer.ts'
import { ModelError } from '../../../../src/engines/shared/engine-kind.ts'
import { sentencePieceFile, type WrittenPiece } from '../../../support/onnx/sentencepiece-file.ts'

const PIECES: readonly WrittenPiece[] = [
  ['<unk>', 0, 2],
  ['<s>', 0, 3],
  ['</s>', 0, 3],
  ['▁', -2],
  ['▁hello', -3],
  ['▁he', -4],
  ['l', -5],
  ['lo', -4.5],
  ['▁world', -3.5],
  ['.', -2.5],
  ['▁▁', -3.2],
  ['h', -5],
  ['e', -4],
  ['o', -4.8],
  ['w', -6],
  ['r', -6],
  ['d', -6],
  ['<x>', 0, 4],
  ['or', -5.5],
  ['hel', -4.6],
  ['!', -7, 5],
]
const BYTES = Array.from({ length: 256 }, (_, byte): WrittenPiece => {
  return [`<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`, 0, 6]
})
const TEXTS = [
  'hello world.',
  '  hello   hello.world ',
  'helow<x>lo!',
  'zé日😀o',
  'hello  hello',
  '',
  ' ',
  'hell',
]

/** Replaces "ﬁ" by "fi", "½" by "1/2", "ab" by "b", "a" by "A" and no-break spaces, as SentencePiece 0.2.2 compiled it. */
const CHARSMAP = gunzipSync(
  Buffer.from(
    'H4sIAAAAAAAAAx3TZ3APBgAF8F9c45wKtbeatUdiBa1KjaK19yYIsWu1aOqP2s2ZXTZn77333ntvam9VdCjun/flvY/v3vABAiHahJGYQBICM0IFEUhEYHFkIoNCSUrgQwksDMmQAsmREh8hNVIhLdIgPdIhI7bEkRmZkBVZ8DGyIQeyIxdyIg9yIy8+QX7kQ0EUQGEUQlEUQTiKoTgiUBIlUBqlUAaRKIey+Ayf4nOURxQqoCK+QGVUwpeogmqoiq9QHTXwNWqhJuqgNuqhLhqgPhqhIZqgMZqhKVqgOVqhJaLjQ7RG26BGe7RDB8QgFh3RGZ3QFV3QHd3wDXqgF3qiD3rjW/RFP3yHAeiPOHyPgfgBg4JlYwgGYyh+xHAMw0iMwGiMQjx+whg8Hcs4jMUEjMfPmIhf8Qt+x2+YjEmYiimYjmmYiRnYmYFZmIPZmIe5WID5WISFWILFWIalWIHlWIWVWIPVWIe12ID12ISNwS1iM7ZhK3ZgO3YFPWAPdmMf9uIA9uMQDuIIDuMYjuIEjuMUTuIMTuMczuICzuMSLuIKLuMaruIGruMP3MRt3MJd3MF93MNDPMBjPApmjyd4jmd4gT/xEn/hNV7hH/yN//Av/scbvMPbhO+FF40QJVpMrPcGw/W2EQQAAA==',
    'base64',
  ),
)

describe('pieces are those that SentencePiece 0.2.2 gives for the same file', () => {
  test('as the file says by default', () => {
    const tokenizer = new Tokenizer(sentencePieceFile(PIECES))
    expect(TEXTS.map((text) => tokenizer.encode(text))).toEqual([
      [4, 8, 9],
      [4, 4, 9, 14, 18, 6, 16],
      [5, 7, 14, 17, 7, 0],
      [3, 0, 13],
      [4, 4],
      [],
      [],
      [3, 19, 6],
    ])
  })

  test('with all spaces as they are, and none before', () => {
    const file = sentencePieceFile(PIECES, { removesExtraSpaces: false, hasDummyPrefix: false })
    const tokenizer = new Tokenizer(file)
    expect(TEXTS.map((text) => tokenizer.encode(text))).toEqual([
      [19, 7, 8, 9],
      [3, 4, 10, 4, 9, 14, 18, 6, 16, 3],
      [19, 13, 14, 17, 7, 0],
      [0, 13],
      [19, 7, 3, 4],
      [],
      [3],
      [19, 6],
    ])
  })

  test('with bytes for what is unknown', () => {
    const tokenizer = new Tokenizer(sentencePieceFile([...PIECES, ...BYTES], { hasByteFallback: true }))
    expect(tokenizer.encode('zé日😀o')).toEqual([3, 143, 216, 190, 251, 172, 186, 261, 180, 173, 149, 13])
    expect(tokenizer.encode('helow<x>lo!')).toEqual([5, 7, 14, 17, 7, 54])
  })

  test('with a table of characters that are replaced', () => {
    const letters = [...'fi1/2bAx日<a>'].map((letter): WrittenPiece => [letter, -5])
    const pieces: WrittenPiece[] = [['<unk>', 0, 2], ['▁', -3], ...letters.slice(0, -3), ['<ab>', 0, 4]]
    const tokenizer = new Tokenizer(sentencePieceFile(pieces, { charsmap: CHARSMAP }))
    const ids = (text: string) => {
      return tokenizer.encode(text).map((id) => pieces[id]![0])
    }
    expect(ids('a ﬁ½ abab a日b\u00a0x')).toEqual([...'▁A▁fi1/2▁bb▁A日b▁x'])
    expect(ids('ab<ab>a')).toEqual(['▁', 'b', '<ab>', 'A']) // what users define is kept
  })
})

describe('files that are no such tokenizers are refused', () => {
  const refused = (file: Uint8Array) => {
    expect(() => new Tokenizer(file)).toThrow(ModelError)
    return expect(() => new Tokenizer(file))
  }
  const file = sentencePieceFile(PIECES)

  test.each([
    ['cut off', file.subarray(0, file.length - 3)],
    ['text', Buffer.from('version https://git-lfs.github.com/spec/v1')],
    ['empty', new Uint8Array()],
    ['with a cut table of characters', sentencePieceFile(PIECES, { charsmap: CHARSMAP.subarray(0, 40) })],
  ])('%s', (_, damaged) => {
    refused(damaged).toThrow(
      'The tokenizer is no SentencePiece model, or damaged. Download tokenizer.model again.',
    )
  })

  test('of another type', () => {
    refused(sentencePieceFile(PIECES, { type: 2 })).toThrow('not of the unigram type')
  })
})
