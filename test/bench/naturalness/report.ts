import { signed } from '../table.ts'
import type { Comparison } from './comparison.ts'
import type { Figures } from './figures.ts'

/** How a figure of the speech is compared with the recordings'. */
type Against = 'ratio' | 'difference'

interface Row {
  readonly label: string
  readonly of: (figures: Figures) => number
  readonly digits: number
  readonly against: Against
  /** How far the ratio may be from 1. */
  readonly goal?: number
}

const ROWS: readonly Row[] = [
  { label: 'mean F0, Hz', of: ({ melody }) => melody.f0, digits: 0, against: 'ratio' },
  {
    label: 'F0, standard deviation in an utterance, semitones',
    of: ({ melody }) => melody.within,
    digits: 2,
    against: 'ratio',
    goal: 0.15,
  },
  {
    label: 'F0, standard deviation between utterances, semitones',
    of: ({ melody }) => melody.between,
    digits: 2,
    against: 'ratio',
  },
  { label: 'phones a second', of: ({ rate }) => rate, digits: 2, against: 'ratio', goal: 0.1 },
  {
    label: 'time in pauses, %',
    of: ({ rhythm }) => 100 * rhythm.pauses,
    digits: 1,
    against: 'difference',
  },
  { label: 'syllable times, nPVI', of: ({ rhythm }) => rhythm.variability, digits: 1, against: 'ratio' },
  {
    label: 'syllable levels, standard deviation, dB',
    of: ({ rhythm }) => rhythm.levels,
    digits: 2,
    against: 'ratio',
  },
  {
    label: 'quietest tenth against the speech, dB',
    of: ({ noise }) => noise.floor,
    digits: 1,
    against: 'difference',
  },
  {
    label: 'spectral tilt from 100 Hz, dB/octave',
    of: (figures) => figures.tilt,
    digits: 2,
    against: 'difference',
  },
  {
    label: 'spectral tilt from 1 kHz, dB/octave',
    of: ({ highTilt }) => highTilt,
    digits: 2,
    against: 'difference',
  },
  {
    label: 'onsets above 1.5 kHz, middle rise in 6 ms, dB',
    of: ({ onsets }) => onsets.median,
    digits: 1,
    against: 'difference',
  },
  {
    label: 'onsets above 1.5 kHz, sharpest tenth, dB',
    of: ({ onsets }) => onsets.sharp,
    digits: 1,
    against: 'difference',
  },
  {
    label: 'closures before onsets against the speech, dB',
    of: ({ onsets }) => onsets.closure,
    digits: 1,
    against: 'difference',
  },
  {
    label: 'harmonics to noise, dB',
    of: ({ noise }) => noise.harmonicity,
    digits: 1,
    against: 'difference',
  },
  {
    label: 'noise in vowels, 1 to 3.4 kHz, %',
    of: ({ noise }) => noise.breath,
    digits: 1,
    against: 'difference',
  },
]

/** Measurements with the headings of their columns. */
export type Columns<Cell> = readonly (readonly [heading: string, Cell])[]

/** Prints the recordings' figures beside those of speech of the same texts. */
export function printFigures(recordings: Figures, speech: Columns<Figures>): void {
  const headings = ['', 'recordings', ...speech.flatMap(([heading]) => [heading, 'against them']), 'goal']
  const rows = ROWS.map(({ label, of, digits, against, goal }) => {
    const base = of(recordings)
    const cells = speech.flatMap(([, figures]) => {
      const value = of(figures)
      const set = against === 'ratio' ? `× ${(value / base).toFixed(2)}` : signed(value - base, digits)
      return [value.toFixed(digits), goal === undefined ? set : `${set}${isMet(value / base, goal)}`]
    })
    return [label, base.toFixed(digits), ...cells, goal === undefined ? '' : `± ${100 * goal} %`]
  })
  printTable(headings, rows)
}

/** Prints the differences between speech and the recordings of the same texts. */
export function printComparisons(speech: Columns<Comparison>): void {
  const rows: (readonly [label: string, of: (comparison: Comparison) => string])[] = [
    ['mel-cepstral distortion, dB', ({ whole }) => whole.toFixed(2)],
    ['the same, means taken off, dB', ({ centred }) => centred.toFixed(2)],
    ['lengths over the recordings’, standard deviation, %', ({ lengths }) => (100 * lengths).toFixed(1)],
    ['long-term spectrum, RMS of the bands, dB', ({ colour }) => colour.toFixed(1)],
    [
      'band that differs most, dB',
      ({ band }) => `${signed(band.decibels, 1)} at ${band.hertz.toFixed(0)} Hz`,
    ],
    ['texts', ({ pairs }) => String(pairs)],
  ]
  printTable(
    ['', ...speech.map(([heading]) => heading)],
    rows.map(([label, of]) => [label, ...speech.map(([, comparison]) => of(comparison))]),
  )
}

/** Phones a second at the speed of the catalogue. */
export function printPace(
  recordings: number,
  speech: Columns<{ readonly speed: number; readonly rate: number }>,
): void {
  for (const [heading, { speed, rate }] of speech)
    console.log(
      `\n${heading}, at the catalogue's speed of ${speed}: ${rate.toFixed(2)} phones a second, × ${(rate / recordings).toFixed(2)}`,
    )
}

function isMet(ratio: number, goal: number): string {
  return Math.abs(ratio - 1) <= goal ? '' : ' NOT MET'
}

function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(`\n| ${headings.join(' | ')} |\n|${'---|'.repeat(headings.length)}`)
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
}
