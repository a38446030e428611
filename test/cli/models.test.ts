import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { purrHere, purrMeanwhile } from '../support/command-line.ts'
import { UNCONFIGURED } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { GraphBuilder } from '../support/onnx/graph-builder.ts'
import { pocketWeights, writePocket } from '../support/onnx/pocket.ts'
import { writeStyleModel } from '../support/onnx/style-model.ts'
import { writeHubForm } from '../support/onnx/supertonic.ts'
import { PIPER_GRAPH, writePiper } from '../support/onnx/vits-folders.ts'
import { tinyVits } from '../support/onnx/vits-graphs.ts'
import { startPurr } from '../support/process.ts'
import { recorded, someone, wavFile } from '../support/recordings.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Service, startService } from '../support/service.ts'
import { canMount, onSmallDisk } from '../support/small-disk.ts'
import { type HubFile, StandInHub } from '../support/stand-in-hub.ts'

/** A voice of Piper that multiplies large matrices for a few samples. */
function slowGraph(): Uint8Array {
  const graph = new GraphBuilder('slow')
  graph.input('input', 'int64', [1, 'phonemes'])
  graph.input('input_lengths', 'int64', [1])
  const scale = graph.node('Gather', [
    graph.input('scales', 'float32', [3]),
    graph.constant('int64', [], [0]),
  ])
  const matrix = graph.node('Expand', [scale, graph.constant('int64', [2], [1000, 1000])])
  let product = matrix
  for (let i = 0; i < 3; i++) product = graph.node('MatMul', [product, matrix])
  const mean = graph.node('ReduceMean', [product], { keepdims: 0 })
  const sample = graph.node('Mul', [mean, graph.constant('float32', [], [1e-12])])
  graph.node('Expand', [sample, graph.constant('int64', [4], [1, 1, 1, 100])], {}, ['output'])
  graph.output('output', 'float32', [1, 1, 1, 'time'])
  return graph.bytes()
}

const MAIN = join(import.meta.dir, '../../src/cli/main.ts')

/** Speaks so slowly that the trial of a model has seconds to time: a pause of the machine does not make it too slow. */
const SLOW_SPEECH = { inference: { noise_scale: 0.667, length_scale: 60, noise_w: 0.8 } }

/** A tiny voice of Piper, and what a hub has of it. */
let voice: string
let files: Record<string, HubFile>
let graph: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  voice = await mkdtemp(join(tmpdir(), 'purr-voice-'))
  await writePiper(voice, tinyVits(14), SLOW_SPEECH)
  graph = await Bun.file(join(voice, PIPER_GRAPH)).bytes()
  files = {
    [PIPER_GRAPH]: { bytes: graph, isLarge: true },
    [`${PIPER_GRAPH}.json`]: { bytes: await Bun.file(join(voice, `${PIPER_GRAPH}.json`)).bytes() },
    'samples/hello.wav': { bytes: new Uint8Array(5_000_000), isLarge: true },
  }
})
afterAll(() => rm(voice, { recursive: true }))

let hub: StandInHub
/** The folder of models. */
let models: string
beforeEach(async () => {
  models = await mkdtemp(join(tmpdir(), 'purr-models-'))
  hub = await StandInHub.start({
    repositories: {
      'someone/Tiny_Voice': files,
      'someone/gated': files,
      'someone/picture': { 'model.safetensors': { bytes: graph, isLarge: true } },
      'someone/hostile': { ...files, '../evil.txt': { bytes: graph } },
    },
    gated: ['someone/gated'],
    license: 'mit',
    token: 'hf_good',
  })
})
afterEach(async () => {
  hub.close()
  await rm(models, { recursive: true, force: true })
})

const env = () => ({ MODELS_DIR: models, HF_ENDPOINT: hub.url, HF_TOKEN: '' })
const run = (...args: string[]) => purrHere(['models', ...args], env())
/** In a process of its own, which has no terminal. */
const runAlone = (...args: string[]) => purrMeanwhile(['models', ...args], env())

/** Names in the folder of models. */
const inFolder = async () => (await readdir(models)).toSorted()

describe('purr models add --openai, --cartesia', () => {
  const kathleen = 'fa9272c5-be53-4d61-8e61-214208929493'
  let service: Service
  let keys: Record<string, string>
  beforeAll(async () => {
    service = await startService()
    keys = { OTHER_KEY: (await service.member(100_000)).key, WRONG_KEY: 'wrong' }
  })
  afterAll(() => service.close())

  const add = (...args: string[]) => purrHere(['models', 'add', ...args], { MODELS_DIR: models, ...keys })

  test.each([
    ['--openai', '/v1', { engine: 'openai' }],
    ['--cartesia', '', { engine: 'cartesia' }],
  ])('%s registers a model of another server, which has said a sentence', async (protocol, path, known) => {
    const url = `${service.url}${path}`
    const voice = `Kathleen=${kathleen}:en-US`
    const args = [protocol, url, '--model', 'gepard-1.0', '--voice', voice, '--api-key-env', 'OTHER_KEY']
    const { code, out, err } = await add(...args, '--name', 'other')
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(
        /^Trying http\S+ …\nIt said a text of [5-9]\.\d s in .* s, and the first of it came after .* s\.$/,
      ),
    })
    expect(out).toMatch(/^ {2}Kathleen {2}[0-9a-f-]{36}$/m)
    expect(out).toMatch(/"model_id":"other",.*"voice":\{"mode":"id","id":"[0-9a-f-]{36}"\}/)
    const { pace, ...config } = await Bun.file(join(models, 'other/config.json')).json()
    expect(pace).toBeWithin(0.9, 1.1) // it is Purr's own
    expect(config).toEqual({
      ...known,
      name: 'gepard-1.0',
      urls: [url],
      model: 'gepard-1.0',
      api_key_env: 'OTHER_KEY',
      voices: [{ name: 'Kathleen', voice: kathleen, language: 'en-US' }],
    })
  })

  const kathleenOf = (path = '/v1') => [
    ...['--openai', `${service.url}${path}`, '--model', 'gepard-1.0', '--api-key-env', 'OTHER_KEY'],
    ...['--voice', `Kathleen=${kathleen}:en-US`],
  ]

  test('a model with the id of the one that comes with Purr gets the name of its server', async () => {
    const { code, err } = await add(...kathleenOf())
    expect(code).toBe(0)
    expect(err).toMatch(
      /^"gepard-1.0" is the model that comes with Purr, so this one is "127.0.0.1-gepard-1.0"; --name/,
    )
    expect(await inFolder()).toEqual(['127.0.0.1-gepard-1.0'])
  })

  test('every address and every voice is tried, and what fails is named', async () => {
    const down = 'http://127.0.0.1:9/v1'
    const [flag, url, ...rest] = kathleenOf() as [string, string, ...string[]]
    const { code, err } = await add(flag, url, down, ...rest, 'Nobody=nobody:en-US', '--name', 'other')
    expect(code).toBe(1)
    expect(err).toContain('Trying the voice "Nobody" (2 of 2) …')
    const told = err.split('\n').at(-1)
    expect(told).toMatch(/is not registered.*the voice "Kathleen": http:\/\/127\.0\.0\.1:9\/v1 failed: /)
    expect(told).toMatch(/; the voice "Nobody": .*answered 4\d\d/)
    expect(told).not.toContain(`"Kathleen": ${url}`)
    expect(await inFolder()).toEqual([])
  })

  test.each([
    ['a URL without /v1', () => kathleenOf(''), /Is \/v1 missing\? Write the URL as http:\S+\/v1$/],
    [
      'no key',
      () => kathleenOf().filter((arg) => !/KEY|api-key/.test(arg)),
      /name the environment variable .* --api-key-env$/,
    ],
    [
      'a wrong key',
      () => kathleenOf().map((arg) => (arg === 'OTHER_KEY' ? 'WRONG_KEY' : arg)),
      /It does not take the key that is in WRONG_KEY$/,
    ],
    [
      'an unknown voice',
      () => [...kathleenOf(), 'nobody:en-US'],
      /answered 4\d\d.* check --model and --voice$/,
    ],
    [
      'a key that is not set',
      () => kathleenOf().map((arg) => (arg === 'OTHER_KEY' ? 'UNSET_KEY' : arg)),
      /set the environment variable UNSET_KEY$/,
    ],
    [
      'a language that is none',
      () => [...kathleenOf(), 'x:xx-nonsense-lang'],
      /"xx-nonsense-lang" is not a BCP-47 tag/,
    ],
    ['two voices of a name', () => [...kathleenOf(), 'Kathleen=other:en'], /rename one of them$/],
  ])('with %s there is the advice that fits, and --force changes nothing', async (_, args, advice) => {
    for (const force of [[], ['--force']]) {
      const { code, err } = await add(...args(), '--name', 'other', ...force)
      expect([code, err]).toEqual([1, expect.stringMatching(advice)])
      expect(err).not.toContain('{"level"')
    }
    expect(await inFolder()).toEqual([])
  })

  test.each([
    ['an address with a path', '/v1', kathleen, /Write it up to the host, .* without a path such as \/v1$/],
    ['an unknown voice', '', crypto.randomUUID(), /voice_not_found.*check --model and --voice$/],
  ])('--cartesia with %s has the advice that fits', async (_, path, voice, advice) => {
    const args = ['--cartesia', `${service.url}${path}`, '--model', 'gepard-1.0', '--name', 'other']
    const { code, err } = await add(...args, '--voice', `a=${voice}:en`, '--api-key-env', 'OTHER_KEY')
    expect([code, err]).toEqual([1, expect.stringMatching(advice)])
  })

  test('a server that has failed has the advice for that, whatever it says', async () => {
    const said = 'Generation failed: the backend answered 404'
    const fetch = () => new Response(said, { status: 500 })
    using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch })
    const { code, err } = await add('--openai', server.url.origin, '--model', 'kokoro', '--voice', 'anna:en')
    expect([code, err]).toEqual([1, expect.stringMatching(/The server is there, but does not speak: .*/)])
  })

  test('a web page is not taken for speech', async () => {
    using page = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('<p>It works!</p>') })
    const { code, err } = await add('--cartesia', page.url.origin, '--model', 'sonic', '--voice', 'anna:en')
    expect([code, err]).toEqual([1, expect.stringContaining('answered with text/plain in place of PCM')])
  })

  test('a key in place of the name of its variable is refused, and not shown', async () => {
    for (const key of ['sk_purr_0123456789abcdef', 'a key']) {
      const { code, err } = await add(...kathleenOf().map((arg) => (arg === 'OTHER_KEY' ? key : arg)))
      expect([code, err]).toEqual([
        1,
        expect.stringContaining('--api-key-env is not the name of an environment'),
      ])
      expect(err).not.toContain(key)
    }
  })

  test('registers one that cannot be tried only when it is forced', async () => {
    const args = ['--openai', 'http://127.0.0.1:9/v1', '--model', 'kokoro', '--voice', 'af_heart:en-US']
    const refused = await add(...args)
    expect(refused.code).toBe(1)
    expect(refused.err).toMatch(
      /"kokoro" is not registered, because it could not be tried: .*Start its server, or say --force$/,
    )
    expect(await inFolder()).toEqual([])
    const forced = await add(...args, '--force')
    expect(forced.code).toBe(0)
    expect(forced.err).toMatch(/It could not be tried: .*ECONNREFUSED/)
    expect(forced.err).not.toContain('--force')
    expect(await inFolder()).toEqual(['kokoro'])
  })

  test.each([
    [['--voice', 'anna:en'], /--model is missing: give the name by which the server knows the model/],
    [['--model', 'tts'], /--voice is missing: give each voice with its language/],
    [['--model', 'tts', '--voice', 'anna'], /--voice anna has no language: write it as af_heart:en-US/],
    [
      ['--model', 'x', '--voice', 'anna:en', '--name', 'gepard-1.0'],
      /there is a model "gepard-1.0" already, which comes with Purr: choose another id with --name$/,
    ],
    [
      ['--cartesia', 'http://127.0.0.1:9'],
      /cannot be used together: the servers of a model speak one protocol/,
    ],
  ])('with %j is refused with what to do', async (args, message) => {
    const { code, err } = await add('--openai', 'http://127.0.0.1:9/v1', ...args)
    expect(code).toBe(1)
    expect(err).toMatch(message)
  })
})

describe('purr models', () => {
  test('adds a model of the hub, of which only what is needed comes', async () => {
    const { code, out, err } = await runAlone('add', 'someone/Tiny_Voice')
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^The model "tiny_voice" is added, with 1 voice\. Restart the server; .*\n {2}tiny {2}[0-9a-f-]{36}\n/s,
      ),
    })
    expect(err).toMatch(/^licence +mit$/m)
    expect(err).toMatch(/^voices +1 voice: en-US$/m)
    expect(err).toMatch(/^size +\d+ kB in 2 files$/m)
    expect(err).toMatch(
      /^On this machine it takes .* s for a second of speech.* it can speak in \d+ streams? at once\.$/m,
    )
    expect(await inFolder()).toEqual(['tiny_voice'])
    const folder = join(models, 'tiny_voice')
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
      'config.json',
      'files',
      `files/${PIPER_GRAPH}`,
      `files/${PIPER_GRAPH}.json`,
    ])
    expect(await Bun.file(join(folder, 'files', PIPER_GRAPH)).bytes()).toEqual(graph)
    expect(await Bun.file(join(folder, 'config.json')).json()).toMatchObject({
      engine: 'vits',
      license: 'mit',
      source: expect.stringMatching(/^http.*\/someone\/Tiny_Voice\/tree\/[0-9a-f]{40}$/),
      voices: [{ name: 'tiny', language: 'en-US' }],
    })
    expect(hub.asked.filter(({ path }) => path.includes('samples'))).toEqual([])
  })

  test('adds a model of a folder, links and all, and prints JSON', async () => {
    await mkdir(join(models, 'linked'))
    for (const name of [PIPER_GRAPH, `${PIPER_GRAPH}.json`])
      await symlink(join(voice, name), join(models, 'linked', name))
    const { code, out } = await run('add', join(models, 'linked'), '--name', 'Tiny-1', '--yes', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({
      id: 'Tiny-1',
      engine: 'vits',
      license: null,
      folder: join(models, 'Tiny-1'),
      voices: ['tiny'],
      voiceIds: [expect.any(String)],
      realTimeFactor: expect.any(Number),
      streams: expect.any(Number),
      audioSeconds: expect.any(Number),
      seconds: expect.any(Number),
      firstAudioSeconds: expect.any(Number),
      predictedSeconds: expect.any(Number),
    })
    await rm(join(models, 'linked'), { recursive: true })
    expect(await Bun.file(join(models, 'Tiny-1/files', PIPER_GRAPH)).bytes()).toEqual(graph)
  })

  test('goes on with a download that broke off in another run', async () => {
    const part = async () =>
      (await readdir(models, { recursive: true })).find((path) => path.endsWith('.part'))
    hub.breaks = [1000, 0, 0, 0]
    hub.beforeBreak = () =>
      eventually(async () => {
        const path = await part()
        return path !== undefined && Bun.file(join(models, path)).size === 1000
      })
    const broken = await run('add', 'someone/Tiny_Voice')
    expect(broken.code).toBe(1)
    expect(broken.err).toMatch(/broke off .*: run the command again, and it goes on from there$/)
    expect(await inFolder()).toEqual(['.adding-tiny_voice'])
    expect(JSON.parse((await run('list', '--json')).out)).toMatchObject([{ id: 'gepard-1.0' }])
    hub.asked.length = 0
    expect((await run('add', 'someone/Tiny_Voice')).code).toBe(0)
    expect(hub.asked.map(({ range }) => range)).toContain('bytes=1000-')
    expect(await Bun.file(join(models, 'tiny_voice/files', PIPER_GRAPH)).bytes()).toEqual(graph)
  })

  test('can be stopped in mid-download, and says that it goes on from there', async () => {
    hub.breaks = [1000]
    hub.beforeBreak = () => new Promise(() => {})
    const child = Bun.spawn([process.execPath, MAIN, 'models', 'add', 'someone/Tiny_Voice'], {
      env: { ...process.env, ...UNCONFIGURED, MODELS_DIR: models, HF_ENDPOINT: hub.url },
      stderr: 'pipe',
    })
    const parts = async () =>
      (await readdir(models, { recursive: true })).filter((path) => path.endsWith('.part'))
    await eventually(async () => (await parts()).some((path) => Bun.file(join(models, path)).size === 1000))
    child.kill('SIGINT')
    expect(await child.exited).toBe(130)
    expect(await new Response(child.stderr).text()).toContain(
      'Stopped. Run the command again, and it goes on from here.',
    )
    expect(await parts()).toHaveLength(1)
  })

  test('registers nothing when a checksum is wrong', async () => {
    hub.isDamaging = true
    const { code, err } = await run('add', 'someone/Tiny_Voice')
    expect(code).toBe(1)
    expect(err).toMatch(/has arrived damaged: its checksum is not the one that the hub names/)
    expect(await inFolder()).toEqual(['.adding-tiny_voice'])
  })

  test.each([
    [
      'openrail',
      /the licence of someone\/Tiny_Voice, "openrail", is not one that Purr knows .*say --yes if you agree/,
    ],
    ['cc-by-nc-4.0', /the licence of someone\/Tiny_Voice, "cc-by-nc-4.0"/],
    [undefined, /someone\/Tiny_Voice states no licence that Purr can read/],
  ])('under the licence %s wants it to be agreed to', async (license, message) => {
    hub.settings.license = license
    const { code, err } = await runAlone('add', 'someone/Tiny_Voice')
    expect(code).toBe(1)
    expect(err).toMatch(message)
    expect(await inFolder()).toEqual([])
    expect((await run('add', 'someone/Tiny_Voice', '--yes')).code).toBe(0)
  })

  test('tells what a free licence asks for', async () => {
    hub.settings.license = 'cc-by-4.0'
    const { code, err } = await run('add', 'someone/Tiny_Voice')
    expect(code).toBe(0)
    expect(err).toMatch(/^licence +cc-by-4.0: name its authors where you publish what it says$/m)
  })

  test.each([
    [['someone/gated'], /accept them at http.*someone\/gated, and set HF_TOKEN to a token of yours/],
    [['someone/nothing'], /there is no model someone\/nothing at http/],
    [['someone/Tiny_Voice', '--revision', 'v9'], /someone\/Tiny_Voice has no such revision/],
    [['someone/picture'], /someone\/picture is not a model that Purr can run\. It runs ONNX exports of /],
    [['someone/hostile'], /"\.\.\/evil\.txt", which leads out of its folder/],
    [['nowhere'], /there is no folder "nowhere", and a model on the hub is written owner\/name/],
    [['someone/Tiny_Voice', '--name', '../x'], /"\.\.\/x" cannot be the id of a model/],
    [['someone/Tiny_Voice', '--name', 'gepard-1.0'], /there is a model "gepard-1.0" already/],
    [[], /give a model's name on the hub, its folder, or the URL of its server/],
    [['someone/Tiny_Voice', '--openai', 'http://127.0.0.1:1'], /add one after the other/],
  ])('add %j is refused with what to do', async (args, message) => {
    const { code, out, err } = await run('add', ...args)
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(err.split('\n').at(-1)).toMatch(message)
    expect((await inFolder()).filter((name) => !name.startsWith('.'))).toEqual([])
  })

  test('tells that a folder can be given when the hub cannot be reached', async () => {
    hub.close()
    const { code, err } = await run('add', 'someone/Tiny_Voice')
    expect(code).toBe(1)
    expect(err).toMatch(/cannot be reached .*on another machine and give the folder that they are in/)
  })

  test('tells of a folder whose files git did not fetch', async () => {
    const folder = join(models, '.clone')
    await cp(voice, folder, { recursive: true })
    await Bun.write(
      join(folder, PIPER_GRAPH),
      'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n',
    )
    const { code, err } = await run('add', folder, '--yes')
    expect(code).toBe(1)
    expect(err).toMatch(/is only a pointer of Git LFS: run "git lfs pull"/)
  })

  test('what cannot be added from a folder leaves nothing behind, and says what is wrong', async () => {
    const folder = join(models, '.damaged')
    await cp(voice, folder, { recursive: true })
    await Bun.write(join(folder, PIPER_GRAPH), 'no graph')
    const damaged = await run('add', folder, '--yes', '--name', 'damaged')
    expect(damaged.code).toBe(1)
    expect(damaged.err.split('\n').at(-1)).toMatch(/"damaged" is not registered, because it cannot speak: /)
    expect(damaged.err).not.toContain('{"level"')
    await rm(join(folder, `${PIPER_GRAPH}.json`))
    const alone = await run('add', folder, '--yes', '--name', 'damaged')
    expect(alone.err).toContain(
      `If ${PIPER_GRAPH} is a voice of Piper, put its ${PIPER_GRAPH}.json beside it`,
    )
    expect(await inFolder()).toEqual(['.damaged'])
  })

  test('tells what is missing of a model that is recognised, and only that', async () => {
    const folder = join(models, '.style')
    await writeStyleModel(folder, { family: 'kokoro', voices: ['af_heart'], rows: 510 })
    await rm(join(folder, 'tokenizer.json'))
    const { code, err } = await run('add', folder, '--yes', '--name', 'style')
    expect(code).toBe(1)
    expect(err).toMatch(/it is Kokoro or KittenTTS, but lacks tokenizer\.json: take a complete copy$/)
  })

  test.skipIf(!canMount)('tells how much room the disk lacks', async () => {
    const folder = join(models, '.large')
    await cp(voice, folder, { recursive: true })
    await Bun.write(join(folder, PIPER_GRAPH), new Uint8Array(900_000))
    const disk = join(models, 'disk')
    await mkdir(disk)
    const { code, err } = onSmallDisk(disk, '512k', '"$BUN" "$MAIN" models add "$FROM" --yes', {
      BUN: process.execPath,
      MAIN,
      FROM: folder,
      MODELS_DIR: disk,
    })
    expect(code).toBe(1)
    expect(err).toMatch(/the disk of .* has room for 5\d\d kB more, and 90\d kB are needed: make room/)
  })

  test('registers a model that is slower than real time only when it is forced', async () => {
    const folder = join(models, '.slow')
    await writePiper(folder, tinyVits(14))
    await Bun.write(join(folder, PIPER_GRAPH), slowGraph())
    const args = [folder, '--yes', '--name', 'slow']
    const { code, err } = await run('add', ...args)
    expect(code).toBe(1)
    expect(err).toMatch(
      /: it is slower than real time\.\n.*"slow" is not registered, because its speech would stutter: .*say --force/,
    )
    expect(await readdir(models)).not.toContain('slow')
    expect((await run('add', ...args, '--force')).code).toBe(0)
    expect(await Bun.file(join(models, 'slow/config.json')).json()).toMatchObject({ force: true })
  })

  test.each([
    ['y', 0, ['tiny_voice']],
    ['', 1, []],
  ])('asks at a terminal whether the licence is agreed to: %j', async (answer, code, added) => {
    hub.settings.license = 'openrail'
    let shown = ''
    let isAnswered = false
    const child = Bun.spawn([process.execPath, MAIN, 'models', 'add', 'someone/Tiny_Voice'], {
      env: { ...process.env, ...UNCONFIGURED, MODELS_DIR: models, HF_ENDPOINT: hub.url },
      terminal: {
        cols: 200,
        rows: 40,
        data(terminal, bytes) {
          shown += Buffer.from(bytes).toString()
          if (isAnswered || !shown.includes('[y/N] ')) return
          isAnswered = true
          terminal.write(`${answer}\r`)
        },
      },
    })
    expect(await child.exited).toBe(code)
    expect(shown).toMatch(
      /The licence of someone\/Tiny_Voice, "openrail", is not one .* Do you agree to it\? \[y\/N\]/,
    )
    expect(shown).toContain(code === 0 ? '100 %' : 'the licence was not accepted: nothing was downloaded')
    expect(await inFolder()).toEqual(added)
  })

  test('a download that lies in the folder of models is no model, and is not to be removed', async () => {
    await Bun.write(join(models, 'one/config.json'), '{"model_type":"vits"}')
    const { code, err } = await run('add', 'someone/Tiny_Voice', '--name', 'One')
    expect(code).toBe(1)
    expect(err).toMatch(/\/one is there, and is no model of Purr's: move it out of .*, or choose another id/)
    expect(err).not.toContain('remove')
    await rm(join(models, 'one'), { recursive: true })
  })

  test('lists and removes models, and takes no id twice', async () => {
    expect(await run('add', 'someone/Tiny_Voice', '--name', 'one')).toMatchObject({ code: 0 })
    expect((await run('add', 'someone/Tiny_Voice', '--name', 'One')).err).toMatch(
      /there is a model "One" already: choose another id with --name/,
    )
    const listed = JSON.parse((await run('list', '--json')).out)
    expect(listed).toMatchObject([
      { id: 'gepard-1.0', engine: 'embedded', languages: expect.arrayContaining(['de-DE']) },
      {
        id: 'one',
        engine: 'vits',
        languages: ['en-US'],
        voices: ['tiny'],
        license: 'mit',
        folder: join(models, 'one'),
      },
    ])
    expect((await run('list')).out).toMatch(/^one +vits +en-US +tiny +mit +\S+\/one$/m)
    expect((await runAlone('remove', 'one')).err).toMatch(
      /"one" is not removed: there is no terminal .*say --yes/,
    )
    expect(await run('remove', 'one', '--yes')).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^The model "one" is removed\. A server that is running goes on .* cloned for it are kept, and are hidden until /,
      ),
    })
    expect(await inFolder()).toEqual([])
  })

  test('lists a model that cannot be used, with the reason', async () => {
    await Bun.write(join(models, 'broken/config.json'), '{"engine": "steam"}')
    const { code, out } = await run('list')
    expect(code).toBe(1)
    expect(out).toMatch(/broken\/config.json: engine is "steam": set it to /)
  })

  test.each([
    ['gepard-1.0', /gepard-1.0 comes with Purr, which needs it/],
    ['nothing', /there is no model "nothing": ".* run purr models list" shows them/],
    ['../elsewhere', /there is no model "\.\.\/elsewhere"/],
  ])('remove %s is refused', async (id, message) => {
    const { code, err } = await run('remove', id, '--yes')
    expect(code).toBe(1)
    expect(err).toMatch(message)
  })

  test('removes an unfinished download', async () => {
    hub.isDamaging = true
    await run('add', 'someone/Tiny_Voice')
    expect((await run('remove', 'tiny_voice', '--yes')).code).toBe(0)
    expect(await inFolder()).toEqual([])
  })

  test('has a server speak with a model of each kind that was added', async () => {
    const write: Record<string, (folder: string) => Promise<void>> = {
      vits: (folder) => writePiper(folder, tinyVits(14)),
      style: (folder) => writeStyleModel(folder, { family: 'kokoro', voices: ['af_heart'], rows: 510 }),
      supertonic: writeHubForm,
      async pocket(folder) {
        await writePocket(folder, pocketWeights(14), { layout: 'bundle', end: 60 })
        await Bun.write(
          join(folder, 'anna.wav'),
          wavFile(await recorded(someone(), 'The harbour was quiet.')),
        )
      },
    }
    for (const [kind, files] of Object.entries(write)) {
      const folder = join(models, `.${kind}`)
      await files(folder)
      const { code, err } = await run('add', folder, '--name', kind, '--yes', '--force')
      expect([code, err]).toEqual([0, expect.stringContaining(`(${kind})`)])
    }
    const server = await startPurr({ MODELS_DIR: models })
    const headers = { authorization: `Bearer ${server.key}` }
    const { data } = (await (await fetch(`${server.url}/voices?limit=100`, { headers })).json()) as {
      data: { id: string; model_id: string }[]
    }
    for (const kind of Object.keys(write)) {
      const { id } = data.find(({ model_id }) => model_id === kind)!
      const request = { ...goodRequest, model_id: kind, voice: { mode: 'id', id } }
      const spoken = await post(`${server.url}/tts/bytes`, server.key, request)
      const { byteLength } = await spoken.arrayBuffer()
      expect([kind, spoken.status, byteLength > 1000]).toEqual([kind, 200, true])
    }
    expect(await server.stop()).toBe(0)
    await server.remove()
  })
})
