import { spyOn } from 'bun:test'
import { join } from 'node:path'
import { runPurr } from '../../src/cli/run.ts'
import { UNCONFIGURED } from './environment.ts'

const main = join(import.meta.dir, '../../src/cli/main.ts')

/** What a command has come to: its exit code, and what it has printed. */
export interface Printed {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the `purr` command and waits until it exits. */
export function purr(args: readonly string[], env: Record<string, string> = {}): Printed {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, main, ...args], {
    env: { ...process.env, ...UNCONFIGURED, ...env },
  })
  return { code: exitCode, out: stdout.toString().trim(), err: stderr.toString().trim() }
}

/** The same where the command needs a server of this process: it is not blocked meanwhile. */
export async function purrMeanwhile(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Printed> {
  const child = Bun.spawn([process.execPath, main, ...args], {
    env: { ...process.env, ...UNCONFIGURED, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out: out.trim(), err: err.trim() }
}

/**
 * The same without a process, whose start is most of the work of a command. Not for a command that asks at the terminal: this
 * process may have one.
 */
export async function purrHere(args: readonly string[], env: Record<string, string> = {}): Promise<Printed> {
  const given = { ...UNCONFIGURED, ...env }
  const before = Object.fromEntries(Object.keys(given).map((name) => [name, process.env[name]]))
  let [out, err] = ['', '']
  const spies = [
    spyOn(process.stdout, 'write').mockImplementation(((text: string, written?: () => void) => {
      out += text
      written?.()
      return true
    }) as typeof process.stdout.write),
    spyOn(console, 'error').mockImplementation((line: string) => {
      err += `${line}\n`
    }),
    spyOn(process.stderr, 'write').mockImplementation((text) => {
      err += text
      return true
    }),
  ]
  Object.assign(process.env, given)
  try {
    const code = await runPurr(args)
    return { code, out: out.trim(), err: err.trim() }
  } finally {
    process.exitCode = 0
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    for (const spy of spies) spy.mockRestore()
  }
}
