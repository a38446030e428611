/** A share, to be printed. */
export function percent(rate: number): string {
  return `${(100 * rate).toFixed(1)} %`
}
