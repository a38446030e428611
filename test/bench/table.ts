/** Prints a row of a table. */
export function row(...cells: (string | number)[]): void {
  console.log(`| ${cells.join(' | ')} |`)
}

/** Prints the line below the head of a table. */
export function rule(columns: number): void {
  console.log(`|${'---|'.repeat(columns)}`)
}

/** A number with its sign, also where that is a plus. */
export function signed(number: number, digits: number): string {
  return `${number < 0 ? '' : '+'}${number.toFixed(digits)}`
}
