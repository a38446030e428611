/** A percentile of some numbers (nearest-rank method). */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)]!
}

/** A percentile of some times in milliseconds, formatted. */
export function millisecondsAt(numbers: readonly number[], percent: number): string {
  return percentile(numbers, percent).toFixed(1)
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length
}

/** The population standard deviation. */
export function standardDeviation(numbers: readonly number[]): number {
  const middle = mean(numbers)
  return Math.sqrt(mean(numbers.map((x) => (x - middle) ** 2)))
}

/** The slope of the straight line through some points, by least squares. */
export function slope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const middle = mean(points.map(({ x }) => x))
  const height = mean(points.map(({ y }) => y))
  const moment = points.reduce((sum, { x, y }) => sum + (x - middle) * (y - height), 0)
  return moment / points.reduce((sum, { x }) => sum + (x - middle) ** 2, 0)
}
