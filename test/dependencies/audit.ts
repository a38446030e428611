import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * `bun run audit`: asks npm's registry for advisories against the packages in bun.lock. It exits with 1 if one is of high or
 * critical severity, and with 2 if the registry cannot be asked. One that has no such address, as mirrors of npm's have none,
 * is said to have none, and the exit code is 0.
 *
 * The file audit-exceptions.json names advisories that do not concern Purr: why, and until when that is believed. Another file
 * can be given as the argument.
 */

const ROOT = join(import.meta.dir, '../..')
const SEVERE = ['high', 'critical']
/** What Bun says of a registry that knows no such address, or no such method. */
const NO_SUCH_ADDRESS = /^error: POST \S+ - (404|405|501)$/m

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

/**
 * The advisories against the packages in bun.lock; undefined, and said, where the registry has none to give. If it cannot be
 * asked, or answers with something else, the process ends.
 */
async function fetchAdvisories(): Promise<(Advisory & { name: string })[] | undefined> {
  const audit = Bun.spawn([process.execPath, 'audit', '--json'], {
    cwd: ROOT,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [answer, complaint] = await Promise.all([audit.stdout.text(), audit.stderr.text()])
  if (NO_SUCH_ADDRESS.test(complaint)) {
    console.log(`audit: the registry gives no advisories: not audited. ${complaint}`.trim())
    return undefined
  }
  try {
    return Object.entries(JSON.parse(answer) as Record<string, Advisory[]>).flatMap(([name, each]) =>
      each.map((advisory) => ({ ...advisory, name })),
    )
  } catch {
    console.error(`audit: no advisories could be fetched: ${complaint.trim() || answer}`)
    process.exit(2)
  }
}
