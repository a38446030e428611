import { localeOf } from '../../../../src/languages/registry.ts'
import type { Locale } from '../../../../src/languages/shared/language.ts'
import { Segmenter } from '../../../../src/languages/shared/segmentation/segmenter.ts'
import { normalise } from '../../../../src/languages/shared/text/normalise.ts'

const LENGTH = 25_000
/** Four times the text may take up to nine times as long; quadratic work takes sixteen times. */
const FACTOR = 4
export const LIMIT = 9
/** The best of so many runs: a collection of garbage must not look like slow work. */
const ATTEMPTS = 8
/** Less is not measured, but repeated until it comes to so much (microseconds). */
const MEASURABLE = 5000

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
    bestLong = Math.min(bestLong, processorTime(work, long, locale))
    best = Math.min(best, processorTime(work, short, locale))
    if (bestLong < LIMIT * best) break
  }
  return bestLong / best
}

/** Of this thread in microseconds, so that others that are busy do not count. */
function processorTime(work: (text: string, locale: Locale) => void, text: string, locale: Locale): number {
  const start = process.threadCpuUsage()
  let times = 0
  let spent = 0
  while (spent < MEASURABLE) {
    work(text, locale)
    times++
    const { user, system } = process.threadCpuUsage(start)
    spent = user + system
  }
  return spent / times
}
