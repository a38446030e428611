/**
 * Preloaded into a process. It reports on a Unix socket the lag of the event loop since the last query (milliseconds,
 * 99th percentile).
 */

import { monitorEventLoopDelay } from 'node:perf_hooks'

const NANOSECONDS = 1e6

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
Bun.serve({
  unix: process.env.LAG_SOCKET!,
  fetch() {
    const lag = delay.percentile(99) / NANOSECONDS
    delay.reset()
    return Response.json(lag)
  },
}).unref()
