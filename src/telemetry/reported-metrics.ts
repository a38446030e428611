import { Counter, Gauge, type Registry } from 'prom-client'
import type { Durations } from './durations.ts'
import { DurationsHistogram } from './durations-histogram.ts'

/** What is known of something that the labels name. */
export interface LabelledReport<Label extends string, Report> {
  readonly labels: Readonly<Record<Label, string>>
  readonly report: Report
}

/** Metrics of parts that count by themselves. They are read at each scrape, and need not report by themselves. */
export class ReportedMetrics<Label extends string, Report> {
  readonly #registry: Registry
  readonly #labelNames: Label[]
  readonly #read: () => Iterable<LabelledReport<Label, Report>>

  /** @param read gives the reports of all parts */
  constructor(
    registry: Registry,
    labelNames: readonly Label[],
    read: () => Iterable<LabelledReport<Label, Report>>,
  ) {
    this.#registry = registry
    this.#labelNames = [...labelNames]
    this.#read = read
  }

  /** A number that goes up and down. */
  gauge(name: string, help: string, value: (report: Report) => number): void {
    this.#number(Gauge, name, help, value)
  }

  /** A number that only goes up while the process lives. */
  counter(name: string, help: string, value: (report: Report) => number): void {
    this.#number(Counter, name, help, value)
  }

  durations(name: string, help: string, value: (report: Report) => Durations): void {
    new DurationsHistogram(this.#registry, name, help, this.#labelNames, () =>
      Array.from(this.#read(), ({ labels, report }) => ({ labels, durations: value(report) })),
    )
  }

  #number(
    Kind: typeof Gauge | typeof Counter,
    name: string,
    help: string,
    value: (report: Report) => number,
  ): void {
    const read = this.#read
    new Kind({
      name,
      help,
      labelNames: this.#labelNames,
      registers: [this.#registry],
      collect() {
        this.reset()
        for (const { labels, report } of read()) this.inc(labels, value(report))
      },
    })
  }
}
