import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * What `bun start` does before the server starts: it installs the packages and builds the audio core, each only if
 * something has changed. It imports no package, because none may be installed yet.
 */

const ROOT = join(import.meta.dir, '..')
/** The digest of the files from which the packages were installed. It is in their folder, so it is removed with them. */
const STAMP = join(ROOT, 'node_modules/.purr-installed')

const wanted = createHash('sha256')
for (const file of ['package.json', 'bun.lock']) wanted.update(readFileSync(join(ROOT, file)))
const stamp = wanted.digest('hex')

if (stamp !== installed()) {
  const { status } = spawnSync(process.execPath, ['install', '--frozen-lockfile'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(STAMP, stamp)
}
await import('../wasm/build.ts')
const { buildDashboard } = await import('./dashboard/build.ts')
if (await buildDashboard()) console.log('built the dashboard')

/** The stamp of the installed packages, or undefined if they were not installed completely. */
function installed(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return undefined
  }
}
