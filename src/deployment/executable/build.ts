import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { prune } from '../prune.ts'
import { billOfMaterials } from '../sbom.ts'

/*
 * `bun run build:executable`: makes dist/purr, one file with Purr, its packages, its model and Bun, for the system on which
 * it is made. Whoever has the file needs nothing else. The packages come from npm's registry.
 */

const ROOT = resolve(import.meta.dir, '../../..')
const OUTPUT = join(ROOT, 'dist/purr')
/** What of the model's folder nothing reads. */
const FOR_TRAINING = /\/gepard-1\.0\/(pictures|samples|training)$/

const folder = mkdtempSync(join(tmpdir(), 'purr-executable-'))
try {
  const tree = join(folder, 'tree')
  mkdirSync(tree)
  for (const name of ['package.json', 'bun.lock', 'bunfig.toml', 'LICENSE', 'README.md'])
    cpSync(join(ROOT, name), join(tree, name))
  for (const name of ['src', 'wasm', 'models/gepard-1.0'])
    cpSync(join(ROOT, name), join(tree, name), {
      recursive: true,
      filter: (from) => !FOR_TRAINING.test(from),
    })
  run(tree, process.execPath, 'install', '--frozen-lockfile', '--production')
  run(tree, process.execPath, 'wasm/build.ts')
  run(tree, process.execPath, 'src/dashboard/build.ts')
  rmSync(join(tree, 'src/dashboard/web'), { recursive: true })
  writeFileSync(join(tree, 'sbom.cdx.json'), billOfMaterials(tree))
  prune(join(tree, 'node_modules'))
  const names = [...new Bun.Glob('**').scanSync({ cwd: tree, dot: true })].toSorted()
  const files = names.map((name) => [name, readFileSync(join(tree, name))] as const)
  const packed = await Bun.zstdCompress(await new Bun.Archive(Object.fromEntries(files)).bytes(), {
    level: 9,
  })
  writeFileSync(join(folder, 'tree.tar.zst'), packed)
  writeFileSync(
    join(folder, 'digest.txt'),
    new Bun.CryptoHasher('sha256').update(packed).digest('hex').slice(0, 16),
  )
  cpSync(join(import.meta.dir, 'launcher.ts'), join(folder, 'launcher.ts'))
  run(folder, process.execPath, 'build', '--compile', '--outfile', OUTPUT, 'launcher.ts')
} finally {
  rmSync(folder, { recursive: true })
}
console.log(`built ${OUTPUT}`)

function run(cwd: string, command: string, ...args: string[]): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} has failed`, { cause: error })
}
