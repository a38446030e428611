import { dlopen } from 'bun:ffi'
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { MOST_HUNG } from '../../../src/engines/shared/workers-state.ts'
import { eventually } from '../../support/eventually.ts'
import { startPurr } from '../../support/process.ts'
import { goodRequest, post } from '../../support/request.ts'

const PTRACE_SEIZE = 0x4206
const PTRACE_INTERRUPT = 0x4207
const WNOHANG = 1
const WALL = 0x40000000

/** The threads of the inference workers of a server. The thread of the embedded database is started before them. */
function workersOf(pid: number): number[] {
  const [, ...ofModel] = readdirSync(`/proc/${pid}/task`)
    .map(Number)
    .filter((thread) => readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim() === 'Worker')
    .toSorted((one, other) => one - other)
  return ofModel
}

test.if(process.platform === 'linux')(
  'a server whose workers hang for good ends in order, to be started again',
  async () => {
    const { symbols: system } = dlopen('libc.so.6', {
      ptrace: { args: ['i64', 'i64', 'u64', 'u64'], returns: 'i64' },
      waitpid: { args: ['int', 'ptr', 'int'], returns: 'int' },
    })
    const purr = await startPurr({ WORKERS: String(MOST_HUNG) })
    const threads = workersOf(purr.pid)
    expect(threads.length).toBe(MOST_HUNG)
    for (const thread of threads) {
      expect(system.ptrace(PTRACE_SEIZE, thread, 0, 0)).toBe(0n)
      expect(system.ptrace(PTRACE_INTERRUPT, thread, 0, 0)).toBe(0n)
    }
    const asked = threads.map(() => post(`${purr.url}/tts/bytes`, purr.key, goodRequest))
    for (const answer of await Promise.all(asked)) expect([200, 502, 503]).toContain(answer.status)
    await eventually(() => {
      for (const thread of threads) system.waitpid(thread, null, WNOHANG | WALL) // as who stopped them has to
      return purr.exitCode() !== null
    })
    expect(purr.exitCode()).toBe(1)
    await purr.remove()
  },
)
