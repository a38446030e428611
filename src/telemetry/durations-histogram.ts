import { Histogram, type Registry } from 'prom-client'
import { DURATION_BOUNDS, type Durations } from './durations.ts'

/** Durations of something that the labels name. */
export interface LabelledDurations<Label extends string> {
  readonly labels: Readonly<Partial<Record<Label, string>>>
  readonly durations: Durations
}

/** A Prometheus histogram of durations that were counted elsewhere. */
export class DurationsHistogram<Label extends string = never> extends Histogram<Label> {
  readonly #name: string
  readonly #help: string
  readonly #read: () => Iterable<LabelledDurations<Label>>

  /** @param read returns the durations, at each scrape */
  constructor(
    registry: Registry,
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: () => Iterable<LabelledDurations<Label>>,
  ) {
    super({ name, help, labelNames, buckets: [...DURATION_BOUNDS], registers: [registry] })
    this.#name = name
    this.#help = help
    this.#read = read
  }

  /** What the registry asks for. */
  async getForPromString() {
    const values = [...this.#read()].flatMap((each) => this.#values(each))
    return { name: this.#name, help: this.#help, type: 'histogram', values }
  }

  #values({ labels, durations }: LabelledDurations<Label>) {
    let count = 0
    const buckets = durations.counts.map((each, bucket) => {
      count += each
      const le = DURATION_BOUNDS[bucket] ?? '+Inf'
      return { metricName: `${this.#name}_bucket`, labels: { ...labels, le }, value: count }
    })
    return [
      ...buckets,
      { metricName: `${this.#name}_sum`, labels, value: durations.sum },
      { metricName: `${this.#name}_count`, labels, value: count },
    ]
  }
}
