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

/** The same where the command needs a server of this process: it is not blocked meanwhile. */
export async function purrMeanwhile(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  const child = Bun.spawn([process.execPath, main, ...args], {
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out: out.trim(), err: err.trim() }
}
