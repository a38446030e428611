import { afterAll, beforeAll, expect, test } from 'bun:test'
import { documentedMetrics } from '../support/documented-metrics.ts'
import { type Purr, startPurr } from '../support/process.ts'
import { goodRequest, post } from '../support/request.ts'
import { SpeechClient } from '../support/speech-client.ts'

let server: Purr
let address: string
beforeAll(async () => {
  server = await startPurr({ METRICS_PORT: '0' })
  address = /^Metrics .* (http:\S+)\.$/m.exec(server.greeting)![1]!
}, 60_000)
afterAll(async () => {
  await server.stop()
  await server.remove()
})

/** The metrics of the server: values by name and labels, and the type of each metric by its name. */
async function metrics(): Promise<{ values: Map<string, number>; types: Map<string, string> }> {
  const text = await (await fetch(address)).text()
  const values = new Map<string, number>()
  const types = new Map<string, string>()
  for (const line of text.split('\n')) {
    const type = /^# TYPE (\S+) (\S+)$/.exec(line)
    if (type !== null) types.set(type[1]!, type[2]!)
    else if (line !== '' && !line.startsWith('#')) {
      const at = line.lastIndexOf(' ')
      values.set(line.slice(0, at), Number(line.slice(at + 1).replace('+Inf', 'Infinity')))
    }
  }
  return { values, types }
}

const MODEL = 'model="gepard-1.0"'

test('tell of turns, the engine, its workers and the process', async () => {
  const { values: before } = await metrics()
  expect(before.get(`purr_engine_health{${MODEL}}`)).toBe(1)
  expect(before.get(`purr_engine_capacity_turns{${MODEL}}`)).toBeGreaterThanOrEqual(100)
  expect(before.get(`purr_workers_ready{${MODEL}}`)).toBe(1)
  expect([...before.keys()].filter((name) => name.startsWith('purr_turns_total'))).toEqual([])

  const speak = (fields: object) => post(`${server.url}/tts/bytes`, server.key, { ...goodRequest, ...fields })
  await (await speak({})).arrayBuffer()
  expect((await speak({ voice: { mode: 'id', id: crypto.randomUUID() } })).status).toBe(404)
  const client = await SpeechClient.connect(server.url, server.key)
  const transcript = 'It goes on and on, and nobody waits for its end. '.repeat(10)
  client.send({ ...goodRequest, output_format: RAW, context_id: 'left', transcript })
  await client.until(() => client.of('left').length > 0)
  client.close()
  await ended(3)

  const { values: after } = await metrics()
  const turns = (labels: string) => after.get(`purr_turns_total{${MODEL},${labels}}`)
  expect(turns('transport="bytes",outcome="captured"')).toBe(1)
  expect(turns('transport="bytes",outcome="voided"')).toBe(1)
  expect(turns('transport="websocket",outcome="interrupted"')).toBe(1)
  expect(after.get(`purr_turn_errors_total{${MODEL},transport="bytes",code="voice_not_found"}`)).toBe(1)
  for (const transport of ['bytes', 'websocket']) {
    const labels = `${MODEL},transport="${transport}"`
    expect(after.get(`purr_turn_first_audio_seconds_count{${labels}}`)).toBe(1)
    expect(after.get(`purr_turn_first_audio_seconds_bucket{le="+Inf",${labels}}`)).toBe(1)
  }
  expect(after.get(`purr_engine_turns{${MODEL}}`)).toBe(0)
  expect(after.get(`purr_workers_busy_seconds_total{${MODEL}}`)).toBeGreaterThan(
    before.get(`purr_workers_busy_seconds_total{${MODEL}}`)!,
  )
  expect(after.get(`purr_workers{${MODEL}}`)).toBe(1)
  expect(after.get(`purr_workers_step_seconds_count{${MODEL}}`)).toBeGreaterThan(
    before.get(`purr_workers_step_seconds_count{${MODEL}}`)!,
  )
  const { version } = await Bun.file('package.json').json()
  expect(after.get(`purr_build_info{version="${version}"}`)).toBe(1)
  expect(after.get(`purr_workers_wait_seconds_bucket{${MODEL},le="+Inf"}`)).toBe(
    after.get(`purr_workers_wait_seconds_count{${MODEL}}`)!,
  )
  expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect(after.get('process_cpu_seconds_total')).toBeGreaterThan(before.get('process_cpu_seconds_total')!)
  expect(after.get('purr_event_loop_lag_seconds_count')).toBeGreaterThan(0)
}, 60_000)

const RAW = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }

/** Resolves when this many turns have ended. */
async function ended(turns: number): Promise<void> {
  while (true) {
    const { values } = await metrics()
    const all = [...values].filter(([name]) => name.startsWith('purr_turns_total'))
    if (all.reduce((sum, [, value]) => sum + value, 0) >= turns) return
    await Bun.sleep(20)
  }
}

test('are all in the documentation, and no other', async () => {
  const { types } = await metrics()
  const documented = Array.from(await documentedMetrics(), ([name, { type }]) => [name, type])
  expect(documented.toSorted()).toEqual([...types].toSorted())
}, 30_000)

test('are at no other address, and nowhere on the port of the service', async () => {
  expect((await fetch(address.replace('/metrics', '/'))).status).toBe(404)
  expect((await fetch(address, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
})
