import { RETURNS_MEMORY } from './environment.ts'

/**
 * Runs a program in a process of its own: what other tests have left neither disturbs what it measures nor is collected over
 * and over, and what it leaves is gone with it.
 *
 * @param program the path of its file
 * @returns what it prints, as JSON
 * @throws with what it wrote to stderr if it fails
 */
export async function inOwnProcess(program: string, ...args: string[]): Promise<unknown> {
  const child = Bun.spawn([process.execPath, program, ...args], {
    env: { ...process.env, ...RETURNS_MEMORY },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  if ((await child.exited) !== 0) throw new Error(`${program} failed: ${stderr}`)
  return JSON.parse(stdout)
}
