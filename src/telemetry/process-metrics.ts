import { Counter, Gauge, type Registry } from 'prom-client'
import { version } from '../../package.json'
import { Durations } from './durations.ts'
import { DurationsHistogram } from './durations-histogram.ts'

/** Time between two samples of the event loop (milliseconds): ten a second cost nothing, and find what delays audio. */
const PERIOD = 100

/** Registers what is measured of the process: its event loop, processor time and memory. */
export function registerProcessMetrics(registry: Registry): void {
  const registers = [registry]
  new Gauge({
    name: 'purr_build_info',
    help: 'Always 1: the label names the version that runs.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  const lag = new Durations()
  let due = performance.now() + PERIOD
  setInterval(() => {
    lag.add(Math.max(0, performance.now() - due) / 1000)
    due = performance.now() + PERIOD
  }, PERIOD).unref()
  new DurationsHistogram(
    registry,
    'purr_event_loop_lag_seconds',
    'How late the main thread was for a timer, measured ten times a second.',
    [],
    () => [{ labels: {}, durations: lag }],
  )
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of all threads in seconds.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory in bytes.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  const startedAt = Math.round(Date.now() / 1000 - process.uptime())
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'Start of the process in seconds since 1970.',
    registers,
  }).set(startedAt)
}
