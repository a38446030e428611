import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type DocumentedMetric, documentedMetrics, OBSERVING } from '../support/documented-metrics.ts'
import { problemsOf } from './promql.ts'

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

const FILE = join(import.meta.dir, '../../src/deployment/prometheus/alerts.yaml')

let alerts: Alert[]
let metrics: Map<string, DocumentedMetric>
beforeAll(async () => {
  const { groups } = Bun.YAML.parse(await Bun.file(FILE).text()) as { groups: { rules: Alert[] }[] }
  alerts = groups.flatMap(({ rules }) => rules)
  metrics = await documentedMetrics()
})

test('each alert reads metrics and labels that there are', () => {
  expect(alerts.length).toBeGreaterThan(10)
  for (const { alert, expr } of alerts)
    expect({ alert, problems: problemsOf(expr, metrics) }).toEqual({ alert, problems: [] })
})

test('each alert has a severity, a summary, and a runbook that says what to do and where more is said', () => {
  for (const { alert, labels, annotations } of alerts) {
    expect({ alert, severity: labels.severity }).toEqual({
      alert,
      severity: expect.stringMatching(/^(critical|warning)$/),
    })
    expect(annotations.summary).toMatch(/^.{20,}\.$/)
    expect(annotations.runbook).toMatch(/^.{20,}\. src\/docs\/observing\.md#\w+$/)
    expect(annotations.runbook).toEndWith(`#${alert.toLowerCase()}`)
  }
})

test('each alert has a section in the documentation, and each section an alert', async () => {
  const section = (await Bun.file(OBSERVING).text()).split('\n## Alerts\n')[1]!.split('\n## ')[0]!
  const documented = Array.from(section.matchAll(/^### (\w+)$/gm), ([, name]) => name)
  expect(documented).toEqual(alerts.map(({ alert }) => alert))
})

test.each([
  ['a metric that there is not', 'rate(purr_cats_total[5m]) > 1', 'there is no metric purr_cats_total'],
  ['a histogram without its part', 'purr_clone_seconds > 1', 'there is no metric purr_clone_seconds'],
  ['a label that the metric has not', 'purr_slots_held{model="a"}', 'purr_slots_held has no label model'],
  ['a group by no label', 'sum by (cat) (purr_slots_held)', 'no metric here has the label cat'],
  ['a mistake', 'sum by (instance) (purr_slots_held', expect.stringContaining('a mistake')],
  ['no metric', '1 > 2', 'it reads no metric'],
])('%s is found', (_, expression, problem) => {
  expect(problemsOf(expression, metrics)).toContainEqual(problem)
})
