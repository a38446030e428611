/**
 * Loaded into a server before its program: tells on a Unix socket what memory it needs, in MiB, once what it no longer
 * needs has been given back.
 */

const MEBIBYTE = 2 ** 20
/** Bun gives memory back some time after it was collected (milliseconds). */
const DELAY = 1000

Bun.serve({
  unix: process.env.MEMORY_SOCKET!,
  async fetch() {
    Bun.gc(true)
    await Bun.sleep(DELAY)
    return Response.json(process.memoryUsage.rss() / MEBIBYTE)
  },
}).unref()
