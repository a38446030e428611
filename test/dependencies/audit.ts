import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * `bun run audit`: asks npm's registry for advisories against the packages in bun.lock, and exits with 1 if one is of high or
 * critical severity. Where the registry gives no advisories it says so, and exits with 0.
 *
 * The file audit-exceptions.json names advisories that do not concern Purr: why, and until when that is believed. Another file can
 * be given as the argument.
 */

const ROOT = join(import.meta.dir, '../..')
const SEVERE = ['high', 'critical']

/** What the registry knows of a package. */
interface Advisory {
  /** Its page, whose last part is the number of the advisory ("GHSA-…"). */
  readonly url: string
  readonly title: string
  readonly severity: string
  readonly vulnerable_versions: string
}

/** An advisory that does not concern Purr. */
interface Exception {
  /** "GHSA-…" */
  readonly advisory: string
  readonly reason: string
  /** The last day on which it holds, as 2026-12-31. */
  readonly until: string
}

const exceptions = readExceptions(process.argv[2] ?? join(import.meta.dir, 'audit-exceptions.json'))
const advisories = await fetchAdvisories()
if (advisories !== undefined) {
  const severe = advisories.filter(({ severity }) => SEVERE.includes(severity))
  const open = severe.filter((advisory) => !isExcepted(advisory))
  for (const { name, severity, title, vulnerable_versions, url } of open)
    console.error(`audit: ${severity}: ${name} ${vulnerable_versions}: ${title} (${url})`)
  console.log(
    `audit: ${advisories.length} advisories, ${severe.length} of them high or critical, ${open.length} of those without an exception`,
  )
  if (open.length > 0) process.exit(1)
}

/** @throws Error for a file that is not as it should be */
function readExceptions(file: string): Exception[] {
  const exceptions = JSON.parse(readFileSync(file, 'utf8')) as Exception[]
  for (const { advisory, reason, until } of exceptions)
    if (!advisory || !reason || !/^\d{4}-\d{2}-\d{2}$/.test(until))
      throw new Error(`${file}: each exception needs an advisory, a reason, and until as 2026-12-31`)
  return exceptions
}

function isExcepted({ url }: Advisory): boolean {
  const today = new Date().toISOString().slice(0, 10)
  const exception = exceptions.find(({ advisory }) => url.endsWith(`/${advisory}`))
  if (exception === undefined) return false
  if (exception.until >= today) return true
  console.error(`audit: the exception for ${exception.advisory} ended on ${exception.until}`)
  return false
}

/** The advisories against the packages in bun.lock; undefined, and said, where the registry gives none. */
async function fetchAdvisories(): Promise<(Advisory & { name: string })[] | undefined> {
  const audit = Bun.spawn([process.execPath, 'audit', '--json'], {
    cwd: ROOT,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [answer, complaint] = await Promise.all([audit.stdout.text(), audit.stderr.text()])
  try {
    return Object.entries(JSON.parse(answer) as Record<string, Advisory[]>).flatMap(([name, each]) =>
      each.map((advisory) => ({ ...advisory, name })),
    )
  } catch {
    console.log(`audit: no advisories could be fetched: not audited. ${complaint || answer}`.trim())
    return undefined
  }
}
