import { join } from 'node:path'

const main = join(import.meta.dir, '../../src/cli/main.ts')

/** Runs the `purr` command and waits until it exits. */
export function purr(
  args: readonly string[],
  env: Record<string, string> = {},
): { code: number; out: string; err: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, main, ...args], {
    env: { ...process.env, ...env },
  })
  return { code: exitCode, out: stdout.toString().trim(), err: stderr.toString().trim() }
}
