/** The least and the greatest value of a factor. */
export interface Range {
  readonly least: number
  readonly most: number
}

/** How fast speech can be, whether a request or a tag asks for it: a factor, 1.5 is half as fast again. */
export const SPEED: Range = { least: 0.6, most: 1.5 }
/** How loud speech can be, whether a request or a tag asks for it: a factor of the amplitude. */
export const VOLUME: Range = { least: 0.5, most: 2 }

/** The value in a range that is nearest to a factor. */
export function nearest({ least, most }: Range, factor: number): number {
  return Math.min(most, Math.max(least, factor))
}
