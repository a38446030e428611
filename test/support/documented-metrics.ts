import { join } from 'node:path'

/** A metric as the documentation describes it. */
export interface DocumentedMetric {
  readonly type: string
  readonly labels: readonly string[]
}

export const OBSERVING = join(import.meta.dir, '../../src/docs/observing.md')

/** The metrics in the tables of the documentation, by their names. */
export async function documentedMetrics(): Promise<Map<string, DocumentedMetric>> {
  const section = (await Bun.file(OBSERVING).text()).split('\n## Metrics\n')[1]!.split('\n## ')[0]!
  const rows = section.matchAll(/^\| `(\w+)` \| (\w+) \|([^|]*)\|/gm)
  return new Map(
    Array.from(rows, ([, name, type, labels]) => [
      name!,
      { type: type!, labels: Array.from(labels!.matchAll(/`(\w+)`/g), ([, label]) => label!) },
    ]),
  )
}
