import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * What `bun start` does before the server: it installs the packages and builds the audio core, each only when something
 * has changed since. It imports no package, for there may be none yet.
 */

const ROOT = join(import.meta.dir, '..')
/** What the packages were installed from. It is gone with them when somebody removes the folder. */
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

/** The stamp of the packages that there are; undefined when they were not installed, or not to the end. */
function installed(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return undefined
  }
}
