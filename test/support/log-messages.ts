/** How often a server's log says each thing, such as "40 a turn is slow", with pino's level before it. */
export function countMessages(log: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of log.split('\n').filter((text) => text.startsWith('{'))) {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string }
    const what = `${level} ${msg}`
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  return counts
}
