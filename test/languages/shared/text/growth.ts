import { localeOf } from '../../../../src/languages/registry.ts'
import type { Locale } from '../../../../src/languages/shared/language.ts'
import { Segmenter } from '../../../../src/languages/shared/segmentation/segmenter.ts'
import { normalise } from '../../../../src/languages/shared/text/normalise.ts'
import { threadTime } from '../../../support/thread-time.ts'

const LENGTH = 12_500
/** Four times the text may take up to nine times as long; quadratic work takes sixteen times. */
const FACTOR = 4
export const LIMIT = 9
/** Each attempt measures twice as long as the one before: neither a collection of garbage nor a coarse clock must look like slow work. */
const ATTEMPTS = 8
/** How long the first attempt measures each text, in microseconds. */
const FIRST_ATTEMPT = 10_000

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

/** How much longer four times the text takes: the first attempt that is within the limit, or the best of them. */
export function growth(work: (text: string, locale: Locale) => void, unit: string, tag: string): number {
  const locale = localeOf(tag)
  const short = unit.repeat(LENGTH / unit.length)
  const long = short.repeat(FACTOR)
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && best >= LIMIT; attempt++) {
    const least = FIRST_ATTEMPT * 2 ** attempt
    const ratio = threadTime(() => work(long, locale), least) / threadTime(() => work(short, locale), least)
    best = Math.min(best, ratio)
  }
  return best
}
