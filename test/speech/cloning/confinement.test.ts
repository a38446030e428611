import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EngineFailure } from '../../../src/engines/shared/engine.ts'
import { SpeakerCloner } from '../../../src/speech/cloning/analysis-processes.ts'
import { AnalysisTimeout } from '../../../src/speech/cloning/cloner.ts'
import { eventually } from '../../support/eventually.ts'
import { recorded, someone, wavFile } from '../../support/recordings.ts'

const script = join(import.meta.dir, 'fixtures/hostile-process.ts')
const SECRET = 'SECRET_OF_THE_SERVER'
const OWNER = 'its owner'

/** What a process of clips that does as it is told gives its caller. */
async function outcome(deed: string, argument = ''): Promise<unknown> {
  const input = new TextEncoder().encode(JSON.stringify({ deed, argument }))
  return new SpeakerCloner({ script }).clone(input, OWNER).catch((error) => error)
}

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
    const { SpeakerCloner } = await import(${JSON.stringify(`${import.meta.dir}/../../../src/speech/cloning/analysis-processes.ts`)})
    const input = new TextEncoder().encode(JSON.stringify({ deed: 'environment' }))
    console.log(JSON.stringify(await new SpeakerCloner({ script: ${JSON.stringify(script)} }).clone(input, 'x')))`
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
    const cloning = new SpeakerCloner().clone(clip, OWNER)
    await eventually(() => childrenOf(process.pid).some(isConfined('clone-process.ts')))
    expect((await cloning).profile.f0).toBeGreaterThan(50)
  })

  test('is also confined where its model makes the voice itself', async () => {
    const clip = wavFile(await recorded(someone()))
    const cloner = new SpeakerCloner()
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
