import { expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeStyleModel } from '../../support/onnx/style-model.ts'
import { recorded, someone, wavFile } from '../../support/recordings.ts'

const SUPPORT = join(import.meta.dir, '../../support')
const ENGINES = join(import.meta.dir, '../../../src/engines')

const speak = `
  const { EmbeddedEngine } = await import('${ENGINES}/embedded/embedded.ts')
  await (await EmbeddedEngine.start({ size: 1 })).close()
  process.exit(0)`

const speakLocally = `
  const { LocalEngine } = await import('${ENGINES}/onnx/engine.ts')
  const voices = [{ name: 'af_heart', language: 'en-US' }]
  const module = new URL('file://${ENGINES}/onnx/style/model.ts').href
  const config = { family: 'kokoro', voices }
  await (await LocalEngine.start({ module, files: 'kokoro', config, workers: 1 })).close()
  process.exit(0)`

const clone = `
  const { patientCloner } = await import('${SUPPORT}/patient-cloner.ts')
  await patientCloner().clone(await Bun.file('clip.wav').bytes(), 'its owner')`

test.each([
  ['speaking', speak],
  ['speaking with a local model', speakLocally],
  ['cloning', clone],
])('when %s, the inference runtime leaves nothing behind: its telemetry is off', async (_, program) => {
  const folder = await mkdtemp(join(tmpdir(), 'purr-telemetry-'))
  const [home, temporary] = [join(folder, 'home'), join(folder, 'temporary')]
  await mkdir(home)
  await mkdir(temporary)
  await Bun.write(join(folder, 'clip.wav'), wavFile(await recorded(someone())))
  await writeStyleModel(join(folder, 'kokoro'), { family: 'kokoro', voices: ['af_heart'], rows: 510 })
  // The runtime also keeps quiet where it believes to be tested: those variables must not be there.
  const { CI, ORT_DISABLE_TELEMETRY, XDG_CACHE_HOME, ...inherited } = process.env
  const env = {
    ...inherited,
    HOME: home,
    TMPDIR: temporary,
    BUN_RUNTIME_TRANSPILER_CACHE_PATH: join(folder, 'cache'),
  }
  const child = Bun.spawn(['bun', '-e', program], { env, cwd: folder, stderr: 'pipe' })
  expect(await child.exited, await new Response(child.stderr).text()).toBe(0)
  expect(await readdir(home, { recursive: true })).toEqual([])
  expect((await readdir(temporary)).filter((name) => name.includes('debug'))).toEqual([])
  await rm(folder, { recursive: true })
})
