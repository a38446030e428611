/**
 * Loads all that a server without tracing has, and then tracing. Prints how many modules of OpenTelemetry were in memory
 * before and after, as JSON.
 */
import '../../src/app.ts'
import '../../src/config.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { openTracing } from '../../src/telemetry/open-tracing.ts'

/** The metrics load it too; it does nothing by itself. */
const API = '@opentelemetry/api/'

const loaded = () =>
  Object.keys(require.cache).filter((path) => path.includes('@opentelemetry') && !path.includes(API)).length

const before = loaded()
const config = {
  url: 'http://127.0.0.1:9',
  protocol: 'http/protobuf',
  headers: {},
  resource: {},
  sampler: 'always_off',
  ratio: 1,
} as const
await openTracing(config, '0', createLog())
console.log(JSON.stringify({ before, after: loaded() }))
