import type { Log } from './log.ts'
import type { Tracing, TracingConfig } from './tracing.ts'

/** Begins to trace. What it needs is loaded only now: a server that does not trace has none of it in its memory. */
export async function openTracing(config: TracingConfig, version: string, log: Log): Promise<Tracing> {
  const { ExportedTraces } = await import('./tracing-export.ts')
  return new ExportedTraces(config, version, log)
}
