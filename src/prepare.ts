import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * What `bun start` does before the server starts: it installs the packages and builds the audio core and the dashboard,
 * each only if something has changed. It imports no package, because none may be installed yet.
 */

const ROOT = join(import.meta.dir, '..')
/** The digest of the files from which the packages were installed. It is in their folder, so it is removed with them. */
const STAMP = join(ROOT, 'node_modules/.purr-installed')

const wanted = createHash('sha256')
for (const file of ['package.json', 'bun.lock']) wanted.update(readFileSync(join(ROOT, file)))
const stamp = wanted.digest('hex')

if (stamp !== installed()) {
  bun('install', '--frozen-lockfile')
  writeFileSync(STAMP, stamp)
}
await import('../wasm/build.ts')
// Bun.build would not find packages that were installed after its process began.
bun('src/dashboard/build.ts')

/** Runs Bun in a process of its own; this one ends if that fails. */
function bun(...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** The stamp of the installed packages, or undefined if they were not installed completely. */
function installed(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return undefined
  }
}
