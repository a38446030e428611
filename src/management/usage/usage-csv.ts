import type { Series } from './usage-answers.ts'

/** Usage as a table for spreadsheets: a line for each period, and a column for each error code that occurs. */
export function csvOf({ points, totals }: Series): string {
  const codes = Object.keys(totals.errors).toSorted()
  const head = [
    'start',
    'turns',
    'characters',
    'audio_seconds',
    'first_audio_p50',
    'first_audio_p95',
    'concurrent_mean',
    'concurrent_peak',
    ...codes.map((code) => `errors_${code}`),
  ]
  const lines = points.map((point) => [
    point.start,
    point.turns,
    point.characters,
    point.audio_seconds,
    point.first_audio_p50,
    point.first_audio_p95,
    point.concurrent_mean,
    point.concurrent_peak,
    ...codes.map((code) => point.errors[code] ?? 0),
  ])
  return [head, ...lines].map((line) => `${line.map((value) => value ?? '').join(',')}\r\n`).join('')
}
