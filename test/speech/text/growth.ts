import { normalise } from '../../../src/speech/text/normalise.ts'
import { Segmenter } from '../../../src/speech/text/segmenter.ts'
import type { Locale } from '../../../src/speech/text/token.ts'

const LENGTH = 25_000
/** Four times the text may take up to nine times as long; quadratic work takes sixteen times. */
const FACTOR = 4
export const LIMIT = 9
/** The best of so many runs: a pause of the machine must not look like slow work. */
const ATTEMPTS = 8
/** Less is not measured, but repeated until it comes to so much (seconds). */
const MEASURABLE = 0.005

export function read(text: string, locale: Locale): void {
  normalise(text, locale)
}

export function cut(text: string, locale: Locale): void {
  const segmenter = new Segmenter(locale)
  segmenter.push(text)
  segmenter.flush()
}

/** Code unit by code unit. */
export function cutOneByOne(text: string, locale: Locale): void {
  const segmenter = new Segmenter(locale)
  for (const unit of text.split('')) segmenter.push(unit)
  segmenter.flush()
}

/** How much longer four times the text takes: the best time of each, taken until it is within the limit. */
export function growth(work: (text: string, locale: Locale) => void, unit: string, locale: Locale): number {
  const short = unit.repeat(LENGTH / unit.length)
  const long = short.repeat(FACTOR)
  let best = Number.POSITIVE_INFINITY
  let bestLong = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    bestLong = Math.min(
      bestLong,
      seconds(() => work(long, locale)),
    )
    best = Math.min(
      best,
      seconds(() => work(short, locale)),
    )
    if (bestLong < LIMIT * best) break
  }
  return bestLong / best
}

function seconds(work: () => void): number {
  const start = performance.now()
  let times = 0
  let passed = 0
  while (passed < MEASURABLE) {
    work()
    times++
    passed = (performance.now() - start) / 1000
  }
  return passed / times
}
