/** The frame interval of all tracks, in seconds. */
export const STEP = 0.01

/** A measurement over time. It is 0 or NaN in frames without a value. */
export interface Track {
  /** Time of the first frame in seconds. */
  readonly start: number
  readonly values: Float64Array
}

/** Reads a track as Praat prints it: the time of the first frame, then the values. */
export function parseTrack([start, ...values]: readonly string[]): Track {
  return { start: Number(start), values: Float64Array.from(values, Number) }
}

/** The value in the frame nearest to a time. Undefined if there is none. */
export function valueAt({ start, values }: Track, time: number): number | undefined {
  const value = values[Math.round((time - start) / STEP)]
  return value !== undefined && value > 0 ? value : undefined
}

/** The times of the frames that have a value. */
export function times({ start, values }: Track): number[] {
  return Array.from(values, (value, index) => (value > 0 ? start + index * STEP : -1)).filter(
    (time) => time >= 0,
  )
}
