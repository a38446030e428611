import { localeOf } from '../../../../src/languages/registry.ts'
import type { Locale } from '../../../../src/languages/shared/language.ts'
import { Segmenter } from '../../../../src/languages/shared/segmentation/segmenter.ts'
import { normalise } from '../../../../src/languages/shared/text/normalise.ts'
import { timesAsLong } from '../../../support/thread-time.ts'

const LENGTH = 4000
/** Four times the text may take up to nine times as long; quadratic work takes sixteen times. */
const FACTOR = 4
export const LIMIT = 9

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

/** How much longer four times the text takes. */
export function growth(work: (text: string, locale: Locale) => void, unit: string, tag: string): number {
  const locale = localeOf(tag)
  const short = unit.repeat(LENGTH / unit.length)
  const long = short.repeat(FACTOR)
  return timesAsLong(
    () => work(long, locale),
    () => work(short, locale),
    LIMIT,
  )
}
