import { describe, expect, test } from 'bun:test'
import { localeOf } from '../../../../src/languages/registry.ts'
import { Segmenter } from '../../../../src/languages/shared/segmentation/segmenter.ts'

/** The segments of a transcript in a language, pushed piece by piece. */
export const segmentsIn =
  (tag: string) =>
  (...pushes: string[]): string[] => {
    const segmenter = new Segmenter(localeOf(tag).language)
    return [...pushes.flatMap((text) => segmenter.push(text)), ...segmenter.flush()]
  }

/** Tests that transcripts are cut into these segments, whole, letter by letter and in any two pieces. */
export function testCuts(tag: string, segments: readonly (readonly string[])[]): void {
  const segmentsOf = segmentsIn(tag)

  describe('a transcript is cut where a speaker would pause', () => {
    for (const expected of segments) {
      const transcript = expected.join('')
      test(JSON.stringify(transcript), () => expect(segmentsOf(transcript)).toEqual([...expected]))
    }
  })

  test('text that comes piece by piece is cut as the whole text is, wherever it was split', () => {
    for (const expected of segments) {
      const transcript = expected.join('')
      expect(segmentsOf(...transcript.split(''))).toEqual([...expected])
      for (let at = 0; at <= transcript.length; at++) {
        expect(segmentsOf(transcript.slice(0, at), transcript.slice(at))).toEqual([...expected])
      }
    }
  })
}

/** Tests what flushing words gives of a text, and what it keeps. */
export function testFlushedWords(
  tag: string,
  flushes: readonly (readonly [text: string, given: string, kept: string])[],
): void {
  describe('flushing words keeps what may go on', () => {
    test.each(flushes)('%j', (text, given, kept) => {
      const segmenter = new Segmenter(localeOf(tag).language)
      segmenter.push(text)
      expect(segmenter.flushWords().join('')).toBe(given)
      expect(segmenter.isBegun).toBe(kept.trim() !== '')
      expect([...segmenter.push('x'), ...segmenter.flush()].join('')).toBe(`${kept}x`)
    })
  })
}
