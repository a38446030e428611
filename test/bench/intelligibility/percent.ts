/** Formats a rate as a percentage. */
export function percent(rate: number): string {
  return `${(100 * rate).toFixed(1)} %`
}
