import type { Registry } from 'prom-client'
import { DURATION_BOUNDS, type DurationCounts } from './durations.ts'

/** The sum of a counter over all its labels; 0 if nobody has registered it. */
export async function totalOf(registry: Registry, name: string): Promise<number> {
  return (await valuesOf(registry, name)).reduce((sum, { value }) => sum + value, 0)
}

/** The durations of a histogram over all its labels; none if nobody has registered it. */
export async function durationsOf(registry: Registry, name: string): Promise<DurationCounts> {
  const upTo = new Array<number>(DURATION_BOUNDS.length + 1).fill(0)
  let sum = 0
  for (const { metricName, labels, value } of await valuesOf(registry, name)) {
    if (metricName === `${name}_sum`) sum += value
    const bucket = metricName === `${name}_bucket` ? DURATION_BOUNDS.indexOf(Number(labels.le)) : undefined
    if (bucket !== undefined) upTo[bucket < 0 ? DURATION_BOUNDS.length : bucket]! += value
  }
  return { counts: upTo.map((count, bucket) => count - (upTo[bucket - 1] ?? 0)), sum }
}

/** A metric, as its registry asks it. Histograms have a way of their own. */
interface Metric {
  getForPromString?(): Promise<{ readonly values: readonly MetricValue[] }>
  get(): Promise<{ readonly values: readonly MetricValue[] }>
}

interface MetricValue {
  /** For a histogram, the name of the series. */
  readonly metricName?: string
  readonly labels: Readonly<Partial<Record<string, string | number>>>
  readonly value: number
}

async function valuesOf(registry: Registry, name: string): Promise<readonly MetricValue[]> {
  const metric: Metric | undefined = registry.getSingleMetric(name)
  return (await (metric?.getForPromString?.() ?? metric?.get()))?.values ?? []
}
