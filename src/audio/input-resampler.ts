import { core, type Filter } from './core.ts'
import { PolyphaseResampler } from './polyphase-resampler.ts'
import { SAMPLE_RATE } from './sample-rate.ts'

/** Takes one stream of audio to 22050 Hz, piece by piece; wherever it is cut, the samples together are the same. */
export interface InputResampler {
  /** Takes any number of samples and returns those at 22050 Hz that they complete: a copy. */
  process(pcm: Float32Array): Float32Array
  /** Ends the stream: what was withheld. After n input samples there are `ceil(n * 22050 / rate)` in all. */
  finish(): Float32Array
}

const LOWEST = 8000
const HIGHEST = 48_000
/** Phases of the largest filters: 22050 and a multiple of 50 have no more. Such a filter has 340 to 740 kB. */
const MOST_PHASES = 441
/** Filters are never freed: the core has room for that many. */
const MOST_FILTERS = 12

const filters = new Map<number, Filter>()

/**
 * A resampler for one stream. Output m is the sound at m / 22050 seconds. From the first piece it withholds 4.4 ms at
 * 24000, 44100 and 48000 Hz, 6.0 ms at 16000 Hz, 12.0 ms at 8000 Hz, nothing at 22050 Hz.
 *
 * The first stream of a rate makes the filter, which takes some 5 to 15 ms; so an engine that knows its rate makes a
 * resampler when it starts, and no listener waits for it.
 *
 * @param rate Hz of the input: see {@link isInputRate}
 * @throws RangeError for a rate that cannot be resampled. The message says which can
 */
export function createInputResampler(rate: number): InputResampler {
  if (rate === SAMPLE_RATE) return { process: (pcm) => pcm.slice(), finish: () => new Float32Array(0) }
  return new PolyphaseResampler(filterFrom(rate))
}

/**
 * Whether samples of a rate can be resampled: from 8000 to 48000 Hz all multiples of 50, and the few others whose ratio to
 * 22050 has at most 441 in it, such as 11025. For a rate beside them, such as 22051, the exact filter would take 17 MB, and
 * no engine has one.
 */
export function isInputRate(rate: number): boolean {
  return Number.isInteger(rate) && rate >= LOWEST && rate <= HIGHEST && ratioFrom(rate).up <= MOST_PHASES
}

function filterFrom(rate: number): Filter {
  const made = filters.get(rate)
  if (made !== undefined) return made
  if (!isInputRate(rate))
    throw new RangeError(
      `Samples at ${rate} Hz cannot be resampled: use a multiple of 50 from ${LOWEST} to ${HIGHEST} Hz, or 11025 Hz.`,
    )
  if (filters.size === MOST_FILTERS)
    throw new RangeError(`Samples come at more than ${MOST_FILTERS} different rates: use fewer.`)
  const { up, down } = ratioFrom(rate)
  const filter = core.makeFilter(up, down)
  filters.set(rate, filter)
  return filter
}

/** 22050 / rate in lowest terms. */
function ratioFrom(rate: number): { up: number; down: number } {
  const divisor = greatestCommonDivisor(SAMPLE_RATE, rate)
  return { up: SAMPLE_RATE / divisor, down: rate / divisor }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
