import { parser } from '@prometheus-io/lezer-promql'
import type { DocumentedMetric } from '../support/documented-metrics.ts'

/** What Prometheus itself adds to each metric, and a histogram to its buckets. */
const ADDED = ['job', 'instance']

/** Something that is wrong with an expression of PromQL, in words. */
export function problemsOf(expression: string, metrics: ReadonlyMap<string, DocumentedMetric>): string[] {
  const problems: string[] = []
  const known = new Set<string>(ADDED)
  const used: string[] = []
  let count = 0
  const take = (selector: string) => {
    count++
    const [, name = '', matchers = ''] = /^(\w*)(?:\{(.*)\})?/s.exec(selector)!
    const labels = labelsOf(name, metrics)
    if (labels === undefined) problems.push(`there is no metric ${name}`)
    for (const label of labels ?? []) known.add(label)
    for (const [, label] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
      if (!labels?.includes(label!)) problems.push(`${name} has no label ${label}`)
  }
  parser.parse(expression).iterate({
    enter({ name, type, from, to }) {
      if (type.isError) problems.push(`a mistake at ${from}: ${expression.slice(from, to + 10)}`)
      if (name === 'VectorSelector') take(expression.slice(from, to))
      if (name === 'GroupingLabels')
        used.push(...Array.from(expression.slice(from, to).matchAll(/\w+/g), ([label]) => label))
    },
  })
  for (const label of used) if (!known.has(label)) problems.push(`no metric here has the label ${label}`)
  if (count === 0) problems.push('it reads no metric')
  return problems
}

/** The labels of a series. Undefined if no metric has it. */
function labelsOf(series: string, metrics: ReadonlyMap<string, DocumentedMetric>): string[] | undefined {
  if (series === 'up') return ADDED
  const [, base, part] = /^(\w+?)(_bucket|_sum|_count)?$/.exec(series)!
  const metric = metrics.get(series) ?? metrics.get(base!)
  if (metric === undefined) return undefined
  if ((metric.type === 'histogram') !== (part !== undefined)) return undefined
  return [...metric.labels, ...ADDED, ...(part === '_bucket' ? ['le'] : [])]
}
