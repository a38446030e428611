/** A unit after a number. */
export interface Unit {
  /** Position after it. */
  readonly end: number
  /** Where its symbol begins. */
  readonly at: number
  readonly words: string
}
