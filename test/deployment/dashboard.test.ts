import { beforeAll, expect, test } from 'bun:test'
import dashboard from '../../src/deployment/grafana/purr.json'
import { type DocumentedMetric, documentedMetrics } from '../support/documented-metrics.ts'
import { problemsOf } from './promql.ts'

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly datasource?: unknown
  readonly targets?: readonly { readonly expr: string; readonly datasource: unknown }[]
}

const SOURCE = { type: 'prometheus', uid: '$' + '{datasource}' }
const panels = dashboard.panels as readonly Panel[]
const drawn = panels.filter(({ type }) => type !== 'row')

let metrics: Map<string, DocumentedMetric>
beforeAll(async () => {
  metrics = await documentedMetrics()
})

/** An expression with what Grafana puts in. */
const filled = (expression: string) => expression.replaceAll('$__rate_interval', '1m')

test('has rows for callers, engines, money, the database and the process', () => {
  expect(panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
    'What callers feel',
    'Engines and workers',
    'Money and limits',
    'Database',
    'Process',
  ])
})

test('each panel reads metrics and labels that there are', () => {
  for (const { title, targets } of drawn) {
    expect({ title, count: targets?.length }).not.toEqual({ title, count: 0 })
    for (const { expr } of targets!)
      expect({ title, problems: problemsOf(filled(expr), metrics) }).toEqual({ title, problems: [] })
  }
})

test('each metric is on a panel', () => {
  const all = drawn.flatMap(({ targets }) => targets!.map(({ expr }) => expr)).join('\n')
  const absent = [...metrics.keys()].filter((name) => !new RegExp(`\\b${name}(_bucket|_count)?\\b`).test(all))
  expect(absent).toEqual([])
})

test('each panel asks the Prometheus that was chosen, and only about the jobs and servers that were', () => {
  for (const { title, datasource, targets } of drawn) {
    expect({ title, datasource }).toEqual({ title, datasource: SOURCE })
    for (const target of targets!) {
      expect(target.datasource).toEqual(SOURCE)
      const chosen = target.expr.match(/\{job=~"\$job", instance=~"\$instance"/g)?.length
      const read = target.expr.match(/\b(purr|process)_\w+/g)?.length
      expect({ title, chosen }).toEqual({ title, chosen: read })
    }
  }
  const variables = dashboard.templating.list.map(({ name, type }) => [name, type])
  expect(variables).toEqual([
    ['datasource', 'datasource'],
    ['job', 'query'],
    ['instance', 'query'],
  ])
})

test('no panel has the id or the place of another', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  )
  expect(new Set(places).size).toBe(places.length)
})
