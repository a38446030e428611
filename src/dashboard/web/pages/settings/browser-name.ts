/** Words that browsers have in what they say of themselves; those that others claim too are last. */
const BROWSERS: readonly [string, string][] = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]
const SYSTEMS: readonly [string, string][] = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
]

/** What people call a browser: "Firefox on Linux". */
export function browserName(agent: string | null): string {
  if (agent === null) return 'Unknown'
  const browser = BROWSERS.find(([word]) => agent.includes(word))?.[1] ?? 'Another browser'
  const system = SYSTEMS.find(([word]) => agent.includes(word))?.[1]
  return system === undefined ? browser : `${browser} on ${system}`
}
