const seconds = new Intl.NumberFormat(undefined, {
  style: 'unit',
  unit: 'second',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** 3.456 as "3.46 sec". */
export function formatSeconds(value: number): string {
  return seconds.format(value)
}
