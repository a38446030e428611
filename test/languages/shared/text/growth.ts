import { localeOf } from '../../../../src/languages/registry.ts'
import type { Locale } from '../../../../src/languages/shared/language.ts'
import { Segmenter } from '../../../../src/languages/shared/segmentation/segmenter.ts'
import { normalise } from '../../../../src/languages/shared/text/normalise.ts'
import { threadTime } from '../../../support/thread-time.ts'

const LENGTH = 25_000
/** Four times the text may take up to nine times as long; quadratic work takes sixteen times. */
const FACTOR = 4
export const LIMIT = 9
/** The best of so many runs: a collection of garbage must not look like slow work. */
const ATTEMPTS = 8

export function read(text: string, locale: Locale): void {
  normalise(text, locale)
}

export function cut(text: string, locale: Locale): void {
  const segmenter = new Segmenter(locale.language)
  segmenter.push(text)
  segmenter.flush()
}

/** Code unit by code unit. */
export function cutOneByOne(text: string, locale: Locale): void {
  const segmenter = new Segmenter(locale.language)
  for (const unit of text.split('')) segmenter.push(unit)
  segmenter.flush()
}

/** How much longer four times the text takes: the best time of each, taken until it is within the limit. */
export function growth(work: (text: string, locale: Locale) => void, unit: string, tag: string): number {
  const locale = localeOf(tag)
  const short = unit.repeat(LENGTH / unit.length)
  const long = short.repeat(FACTOR)
  let best = Number.POSITIVE_INFINITY
  let bestLong = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    bestLong = Math.min(
      bestLong,
      threadTime(() => work(long, locale)),
    )
    best = Math.min(
      best,
      threadTime(() => work(short, locale)),
    )
    if (bestLong < LIMIT * best) break
  }
  return bestLong / best
}
