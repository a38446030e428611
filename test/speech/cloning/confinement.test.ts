import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { EngineFailure } from '../../../src/engines/shared/engine.ts'
import { AnalysisTimeout } from '../../../src/speech/cloning/cloner.ts'
import { eventually } from '../../support/eventually.ts'
import { patientCloner } from '../../support/patient-cloner.ts'
import { recorded, someone, wavFile } from '../../support/recordings.ts'

const script = join(import.meta.dir, 'fixtures/hostile-process.ts')
const SECRET = 'SECRET_OF_THE_SERVER'
const OWNER = 'its owner'

/** What a process of clips that does as it is told gives its caller. */
async function outcome(deed: string, argument = ''): Promise<unknown> {
  const input = new TextEncoder().encode(JSON.stringify({ deed, argument }))
  return patientCloner(script)
    .clone(input, OWNER)
    .catch((error) => error)
}

const arch = process.arch as 'x64' | 'arm64'
const TGKILL = { x64: 234, arm64: 131 }

let folder: string
let server: Bun.TCPSocketListener
let accepted = 0
const socketFile = () => join(folder, 'socket')

beforeAll(async () => {
  process.env[SECRET] = 'of no concern to a clip'
  folder = await mkdtemp(join(tmpdir(), 'purr-confined-'))
  const socket = { open: () => void accepted++, data() {} }
  server = Bun.listen({ hostname: '127.0.0.1', port: 0, socket })
  Bun.listen({ unix: socketFile(), socket }).unref()
})
afterAll(async () => {
  delete process.env[SECRET]
  server.stop(true)
  await rm(folder, { recursive: true })
})

test('the process that reads a clip knows no secret, and one in a file .env neither', async () => {
  await Bun.write(join(folder, '.env'), `${SECRET}_TOO=1`)
  const program = `
    const { patientCloner } = await import(${JSON.stringify(`${import.meta.dir}/../../support/patient-cloner.ts`)})
    const input = new TextEncoder().encode(JSON.stringify({ deed: 'environment' }))
    console.log(JSON.stringify(await patientCloner(${JSON.stringify(script)}).clone(input, 'x')))`
  const child = Bun.spawn([process.execPath, '-e', program], { cwd: folder, env: { ...process.env } })
  const { done } = JSON.parse(await child.stdout.text())
  const known = ['BUN_RUNTIME_TRANSPILER_CACHE_PATH', 'HOME', 'ORT_DISABLE_TELEMETRY', 'XDG_CACHE_HOME']
  expect(done.filter((name: string) => !known.includes(name))).toEqual([])
})

describe.if(process.platform === 'linux')('a clip that has got the better of its process', () => {
  test.each<[string, () => string]>([
    ['connect', () => String(server.port)],
    ['connect to a socket file', socketFile],
    ['listen', () => ''],
    ['run a program', () => ''],
    ['write a file', () => join(folder, 'written')],
    ['write a file in another thread', () => join(folder, 'written')],
    ['end its parent', () => ''],
  ])('cannot %s', async (deed, argument) => {
    expect(await outcome(deed, argument())).toMatchObject({
      fault: 'damaged',
      message: expect.stringMatching(/EPERM|Failed to (connect|listen)/),
    })
    expect({ accepted, isWritten: existsSync(join(folder, 'written')) }).toEqual({
      accepted: 0,
      isWritten: false,
    })
  })

  test('cannot ask the system for what concerns other processes or the whole machine', async () => {
    const { pid } = process
    const calls: readonly [string, { x64: number; arm64: number }, ...number[]][] = [
      ['tkill', { x64: 200, arm64: 130 }, pid],
      ['tgkill', TGKILL, pid, pid],
      ['rt_sigqueueinfo', { x64: 129, arm64: 138 }, pid],
      ['rt_tgsigqueueinfo', { x64: 297, arm64: 240 }, pid, pid],
      ['pidfd_send_signal', { x64: 424, arm64: 424 }, -1],
      ['prlimit64', { x64: 302, arm64: 261 }, pid],
      ['process_vm_readv', { x64: 310, arm64: 270 }, pid],
      ['process_vm_writev', { x64: 311, arm64: 271 }, pid],
      ['ptrace', { x64: 101, arm64: 117 }, -1],
      ['pidfd_getfd', { x64: 438, arm64: 438 }, -1],
      ['process_madvise', { x64: 440, arm64: 440 }, -1],
      ['bpf', { x64: 321, arm64: 280 }, -1],
      ['userfaultfd', { x64: 323, arm64: 282 }, -1],
      ['perf_event_open', { x64: 298, arm64: 241 }],
      ['keyctl', { x64: 250, arm64: 219 }, -1],
      ['mount', { x64: 165, arm64: 40 }],
      ['fsopen', { x64: 430, arm64: 430 }],
      ['unshare', { x64: 272, arm64: 97 }],
      ['setns', { x64: 308, arm64: 268 }, -1],
      ['chroot', { x64: 161, arm64: 51 }],
      ['fchown', { x64: 93, arm64: 55 }, -1],
      ['utimensat', { x64: 280, arm64: 88 }, -1],
      ['fsetxattr', { x64: 190, arm64: 7 }, -1],
      ['io_uring_setup', { x64: 425, arm64: 425 }],
    ]
    const numbers = JSON.stringify(calls.map(([, number, ...given]) => [number[arch], ...given]))
    const { done } = (await outcome('call the system', numbers)) as { done: unknown[] }
    const { EPERM, ENOSYS } = constants.errno
    const expected = calls.map(([name]) => [
      name,
      { answer: -1, errno: name === 'io_uring_setup' ? ENOSYS : EPERM },
    ])
    expect(calls.map(([name], index) => [name, done[index]])).toEqual(expected)
  })

  test('can signal its own threads, as its engine does', async () => {
    expect(await outcome('signal its own thread', `${TGKILL[arch]}`)).toEqual({ done: 0 })
  })

  test.each(['grow a WebAssembly memory', 'fill arrays'])('cannot %s without end', async (deed) => {
    const message = expect.stringMatching(/out of memory/i)
    expect(await outcome(deed)).toMatchObject({ fault: 'damaged', message })
    expect(await outcome(deed, 'throw')).toBeInstanceOf(EngineFailure)
  })

  test('cannot spin for ever', async () => {
    expect(await outcome('spin')).toBeInstanceOf(AnalysisTimeout)
  })

  test('has a process that is as confined as that of any clip; the next clip is cloned', async () => {
    const clip = wavFile(await recorded(someone()))
    const cloning = patientCloner().clone(clip, OWNER)
    await eventually(() => childrenOf(process.pid).some(isConfined('clone-process.ts')))
    expect((await cloning).profile.f0).toBeGreaterThan(50)
  })

  test('is also confined where its model makes the voice itself', async () => {
    const clip = wavFile(await recorded(someone()))
    const cloner = patientCloner()
    let isDone = false
    let isSeen = false
    // Decoding is short: as many clips as it takes for one to be seen
    await eventually(async () => {
      const decoding = cloner.decode(clip, OWNER).finally(() => {
        isDone = true
      })
      isDone = false
      while (!isDone && !isSeen) {
        isSeen = childrenOf(process.pid).some(isConfined('decode-process.ts'))
        await Bun.sleep(1)
      }
      await decoding
      return isSeen
    })
  })
})

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** Whether a process is one that reads clips, with its limits, its filter of system calls and without secrets. */
const isConfined = (program: string) => (pid: number) => {
  try {
    const [status, limits, environment, command] = ['status', 'limits', 'environ', 'cmdline'].map((file) =>
      readFileSync(`/proc/${pid}/${file}`, 'utf8'),
    )
    return (
      command!.includes(program) &&
      /^Seccomp:\t2$/m.test(status!) &&
      /^Max cpu time +60 /m.test(limits!) &&
      /^Max data size +\d/m.test(limits!) &&
      !environment!.includes(SECRET)
    )
  } catch {
    return false // it has ended
  }
}
