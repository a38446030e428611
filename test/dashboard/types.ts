import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/*
 * `bun run types:dashboard`: checks the types of the dashboard, as code for browsers. The types of the management API come with
 * the server's files, which are checked as code for Bun: what a browser would make of them is left out.
 */

const ROOT = join(import.meta.dir, '../..')
const OF_DASHBOARD = /^src\/dashboard\/web\//

// One checker, as for all other code (../check.ts).
const options = ['-p', 'src/dashboard/web', '--pretty', 'false', '--checkers', '1']
const { stdout, status } = spawnSync('tsc', options, { cwd: ROOT, encoding: 'utf8' })
let isWrong = false
for (const line of stdout.split('\n')) {
  if (!line.startsWith(' ')) isWrong = OF_DASHBOARD.test(line) || /^error /.test(line)
  if (!isWrong) continue
  console.error(line)
  process.exitCode = 1
}
if (status === null) throw new Error('tsc was ended')
