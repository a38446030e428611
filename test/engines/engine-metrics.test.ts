import { expect, test } from 'bun:test'
import { Registry } from 'prom-client'
import { type MeasuredModel, registerEngineMetrics } from '../../src/engines/engine-metrics.ts'
import { Capacity } from '../../src/engines/shared/capacity.ts'
import type { ServerState } from '../../src/engines/shared/server-state.ts'
import { Durations } from '../../src/telemetry/durations.ts'

function server(url: string, state: ServerState['state'], counts: Partial<ServerState> = {}): ServerState {
  const none = { outstanding: 0, requests: 0, failures: 0, refusals: 0, retries: 0 }
  return { url, state, firstAudio: new Durations(), ...none, ...counts }
}

test('an engine without a limit has a capacity without end', async () => {
  const model: MeasuredModel = {
    id: 'remote',
    capacity: new Capacity(Number.POSITIVE_INFINITY),
    health: () => 'ready',
  }
  const registry = new Registry()
  registerEngineMetrics(registry, [model])
  const lines = (await registry.metrics()).split('\n')
  expect(lines).toContain('purr_engine_capacity_turns{model="remote"} +Inf')
})

test('remote engines are shown with each of their servers, as they are at each look', async () => {
  const firstAudio = new Durations()
  const near = server('http://near/v1', 'closed', {
    outstanding: 2,
    requests: 7,
    refusals: 4,
    retries: 1,
    firstAudio,
  })
  const servers = [near, server('http://far/v1', 'open', { failures: 3 })]
  const model: MeasuredModel = {
    id: 'remote',
    capacity: new Capacity(5),
    health: () => 'degraded',
    servers: () => servers,
  }
  const registry = new Registry()
  registerEngineMetrics(registry, [model])
  const leave = model.capacity.take()!
  firstAudio.add(0.02)
  firstAudio.add(0.3)
  firstAudio.add(60)

  const lines = (await registry.metrics()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'purr_engine_health{model="remote"} 0.5',
      'purr_engine_turns{model="remote"} 1',
      'purr_engine_capacity_turns{model="remote"} 5',
      'purr_engine_refused_turns_total{model="remote"} 0',
      'purr_server_available{model="remote",server="http://near/v1"} 1',
      'purr_server_available{model="remote",server="http://far/v1"} 0',
      'purr_server_outstanding_requests{model="remote",server="http://near/v1"} 2',
      'purr_server_requests_total{model="remote",server="http://near/v1"} 7',
      'purr_server_failures_total{model="remote",server="http://far/v1"} 3',
      'purr_server_refusals_total{model="remote",server="http://near/v1"} 4',
      'purr_server_retries_total{model="remote",server="http://near/v1"} 1',
      'purr_server_first_audio_seconds_bucket{model="remote",server="http://near/v1",le="0.01"} 0',
      'purr_server_first_audio_seconds_bucket{model="remote",server="http://near/v1",le="0.025"} 1',
      'purr_server_first_audio_seconds_bucket{model="remote",server="http://near/v1",le="10"} 2',
      'purr_server_first_audio_seconds_bucket{model="remote",server="http://near/v1",le="+Inf"} 3',
      'purr_server_first_audio_seconds_sum{model="remote",server="http://near/v1"} 60.32',
      'purr_server_first_audio_seconds_count{model="remote",server="http://near/v1"} 3',
    ]),
  )
  expect(lines.filter((line) => line.startsWith('purr_workers'))).toEqual([])

  leave()
  expect(await registry.metrics()).toContain('purr_engine_turns{model="remote"} 0\n')
})
