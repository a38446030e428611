/** A row of numbers over time. */
export interface Line {
  readonly label: string
  /** The value of each period. Null: there is none. */
  readonly values: readonly (number | null)[]
  /** All of them in one, as it is shown. */
  readonly whole: string
  readonly dashed?: boolean
}

/** The value of a line in a period, as it is shown. */
export function valueAt({ values }: Line, place: number, format: (value: number) => string): string {
  const value = values[place]
  return value === null || value === undefined ? '–' : format(value)
}
