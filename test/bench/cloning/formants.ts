import { mean, percentile } from '../statistics.ts'
import { type Track, times, valueAt } from '../track.ts'

/** The tracks of F1 to F4 that Burg's method finds below a ceiling. */
export interface Formants {
  readonly ceiling: number
  readonly tracks: readonly Track[]
}

/** Ceilings to try, in Hz: from men with long vocal tracts to children. */
export const CEILINGS = Array.from({ length: 14 }, (_, index) => Math.round(4000 * 1.05 ** index))

/** F3 and F4 of a neutral tract of a woman's length, in Hz, and the ceiling that suits it. */
const NEUTRAL = { formants: [2750, 3850], ceiling: 5000 }
/** The cost of a ceiling's distance from the expected one: variance of log formants per squared log ratio. */
const MISFIT = 20

interface Fit {
  /** Log of the scale. */
  readonly scale: number
  readonly cost: number
}

/**
 * The ratio of a speaker's formants to those of a neutral vocal tract of a woman's length: the geometric mean of the
 * ratios of F3 and F4, each the median of all voiced frames. It is about 0.85 for a man and 1.15 for a child. F1 and F2
 * are left out, because they depend on the vowels in the text (Lammert and Narayanan, "On short-time estimation of
 * vocal tract length from formant frequencies", 2015).
 *
 * Burg's method needs a ceiling that suits the speaker: the one at which the formants vary least (Escudero, Boersma,
 * Rauber and Bion, "A cross-dialect acoustic description of vowels", 2009). It is kept near the ceiling that the
 * measured scale implies, so that the measure follows a warp exactly.
 *
 * @param found the formants at each ceiling, in the order of `CEILINGS`
 */
export function formantScale(pitch: Track, found: readonly Formants[]): number {
  const voiced = times(pitch)
  const fits = found.map((formants) => fit(voiced, formants))
  const best = lowest(fits)
  const [before, here, after] = [fits[best - 1], fits[best]!, fits[best + 1]]
  if (before === undefined || after === undefined) return Math.exp(here.scale)
  // The minimum of the parabola through the three costs, in steps of the ceilings.
  const offset = (before.cost - after.cost) / (before.cost - 2 * here.cost + after.cost) / 2
  const next = offset < 0 ? before : after
  return Math.exp(here.scale + Math.abs(offset) * (next.scale - here.scale))
}

/**
 * The index of the lowest of the minima. The ends are none unless there is no other: at a ceiling that is too low for a child,
 * the formants that are found are others, and may vary as little.
 */
function lowest(fits: readonly Fit[]): number {
  const cost = (at: number) => fits[at]?.cost ?? Number.NEGATIVE_INFINITY
  const all = [...fits.keys()]
  const minima = all.filter((at) => cost(at) < Math.min(cost(at - 1), cost(at + 1)))
  return (minima.length > 0 ? minima : all).reduce((least, at) => (cost(at) < cost(least) ? at : least))
}

function fit(voiced: readonly number[], { ceiling, tracks }: Formants): Fit {
  const logs = tracks.map((track) =>
    voiced
      .map((time) => valueAt(track, time))
      .flatMap((hertz) => (hertz === undefined ? [] : Math.log(hertz))),
  )
  const variances = logs.map((values) => {
    const centre = mean(values)
    return mean(values.map((value) => (value - centre) ** 2))
  })
  const [third, fourth] = logs
    .slice(2)
    .map((values, n) => percentile(values, 50) - Math.log(NEUTRAL.formants[n]!))
  const scale = (third! + fourth!) / 2
  const misfit = Math.log(ceiling / NEUTRAL.ceiling) - scale
  return { scale, cost: variances.reduce((sum, each) => sum + each, 0) + MISFIT * misfit ** 2 }
}
