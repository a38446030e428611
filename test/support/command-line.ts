import { join } from 'node:path'

const main = join(import.meta.dir, '../../src/cli/main.ts')

/** Runs `purr` with some arguments to its end. */
export function purr(
  args: readonly string[],
  env: Record<string, string> = {},
): { code: number; out: string; err: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, main, ...args], {
    env: { ...process.env, ...env },
  })
  return { code: exitCode, out: stdout.toString().trim(), err: stderr.toString().trim() }
}
