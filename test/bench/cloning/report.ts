import { mean, percentile } from '../statistics.ts'
import { signed } from '../table.ts'
import type { Judgement } from './judgement.ts'
import type { Speaker } from './speakers.ts'

/** Prints a row for each judgement, and their medians. */
export function printJudgements(title: string, rows: readonly (readonly [label: string, Judgement])[]): void {
  console.log(`\n${title}\n`)
  console.log(
    '| | F0, Hz | error, cents | range | formants | error | syllables | spectrum, dB | nearest stock voice, dB | ratio | nearest clip |',
  )
  console.log(`|${'---|'.repeat(11)}`)
  for (const [label, row] of rows) {
    const cells = [
      label,
      `${row.clip.f0.toFixed(0)} → ${row.speech.f0.toFixed(0)}`,
      signed(row.cents, 0),
      `× ${row.range.toFixed(2)}`,
      `${row.clip.scale.toFixed(3)} → ${row.speech.scale.toFixed(3)}`,
      `${signed(100 * row.warp, 1)} %`,
      `× ${row.rate.toFixed(2)}`,
      row.distance.toFixed(1),
      `${row.stockDistance.toFixed(1)} ${row.nearestStock}`,
      (row.distance / row.stockDistance).toFixed(2),
      row.heardAs === row.name ? 'its own' : row.heardAs,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  const { cents, warp, distance, ratio, identified } = summary(rows.map(([, row]) => row))
  console.log(
    `\nMedian of the errors: ${cents.toFixed(0)} cents, formants ${(100 * warp).toFixed(1)} %, spectrum ` +
      `${distance.toFixed(1)} dB, ratio ${ratio.toFixed(2)}; identified ${(100 * identified).toFixed(0)} %`,
  )
}

export interface Summary {
  /** Medians of absolute values. */
  readonly cents: number
  readonly warp: number
  readonly distance: number
  /** The median ratio of the distance to that of the nearest stock voice. */
  readonly ratio: number
  /** The share of clones that are nearest to their own clip. */
  readonly identified: number
}

export function summary(rows: readonly Judgement[]): Summary {
  const median = (number: (row: Judgement) => number) =>
    percentile(
      rows.map((row) => Math.abs(number(row))),
      50,
    )
  return {
    cents: median(({ cents }) => cents),
    warp: median(({ warp }) => warp),
    distance: median(({ distance }) => distance),
    ratio: median(({ distance, stockDistance }) => distance / stockDistance),
    identified: mean(rows.map(({ name, heardAs }) => (name === heardAs ? 1 : 0))),
  }
}

/** Prints, for formants moved by a known ratio, the measured ratio in the clips and in the clones. */
export function printWarps(speakers: readonly Speaker[], rows: readonly Judgement[]): void {
  console.log('\nFormants against those of the speaker it was made of\n')
  console.log('| | moved by | clip to clip | clone to clone |\n|---|---|---|---|')
  const of = (wanted: string) => rows.find(({ name }) => name === wanted)!
  for (const { name, origin } of speakers) {
    if (origin === undefined) continue
    const [row, source] = [of(name), of(origin.name)]
    const ratios = [
      origin.formants,
      row.clip.scale / source.clip.scale,
      row.speech.scale / source.speech.scale,
    ]
    console.log(`| ${[name, ...ratios.map((ratio) => ratio.toFixed(2))].join(' | ')} |`)
  }
}

/** A voice and its word error rate. */
type Rate = readonly [label: string, rate: number]

/** Prints the word error rates of the voices. Returns the mean of the clones divided by that of the stock voices. */
export function printErrorRates(stock: readonly Rate[], clones: readonly Rate[]): number {
  const meanOf = (rates: readonly Rate[]) => mean(rates.map(([, rate]) => rate))
  const base = meanOf(stock)
  console.log('\nWord error rate (pocketsphinx en-us); ratio: against the mean of the stock voices\n')
  console.log('| | 20 Harvard sentences | ratio |\n|---|---|---|')
  for (const [label, rate] of [
    ...stock,
    ...clones.map(([label, rate]): Rate => [`clone of ${label}`, rate]),
    ['all stock voices', base] as const,
    ['all clones', meanOf(clones)] as const,
  ])
    console.log(`| ${label} | ${(100 * rate).toFixed(1)} % | ${(rate / base).toFixed(2)} |`)
  return meanOf(clones) / base
}
