import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderWarnings, registeredIds } from '../../src/engines/registered-folders.ts'
import { openModels } from '../../src/engines/registry.ts'
import { ModelError } from '../../src/engines/shared/engine-kind.ts'
import type { NamedSpeaker } from '../../src/engines/shared/speaker.ts'
import { othersInWords } from '../../src/greeting.ts'
import { silentLog } from '../../src/telemetry/log.ts'
import { MODELS } from '../support/models.ts'
import { canRefuse, WITHOUT_RIGHTS } from '../support/without-rights.ts'

const log = silentLog()

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-models-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function register(id: string, config: unknown): Promise<void> {
  await mkdir(join(folder, id), { recursive: true })
  await writeFile(
    join(folder, id, 'config.json'),
    typeof config === 'string' ? config : JSON.stringify(config),
  )
}

const open = () => openModels(MODELS.main, { folder, env: {}, log })

/** A model that speaks on another server, which need not be there to be registered. */
const REMOTE = {
  engine: 'openai',
  urls: ['http://127.0.0.1:9/v1'],
  model: 'kokoro',
  pace: 1.1,
  voices: [{ name: 'Heart', voice: 'af_heart', language: 'en-us' }],
}

const [HEART] = REMOTE.voices as [(typeof REMOTE.voices)[0]]
const GIVEN = { ...HEART, id: '6ba7b810-9dad-41d1-80b4-00c04fd430c8' }

test('without a folder there is the model that comes with Purr', async () => {
  const models = await openModels(MODELS.main, { folder: join(folder, 'none'), env: {}, log })
  expect(models.ids).toEqual(['gepard-1.0'])
})

test('each folder with a config.json is a model; what is not finished is left alone', async () => {
  await register('kokoro', REMOTE)
  await register('gepard-1.0', { model_type: 'vits' })
  await register('.adding-kitten', '{')
  await mkdir(join(folder, 'notes'))
  const models = await open()
  expect(models.ids).toEqual(['gepard-1.0', 'kokoro'])
  expect(models.main).toBe(MODELS.main)
  const { voices, name, description, license, health } = models.find('kokoro')!
  expect({ name, description, license, health: health() }).toEqual({
    name: 'kokoro',
    description: '',
    license: undefined,
    health: 'ready',
  })
  const speaker: NamedSpeaker = { voice: 'af_heart', speed: 1, pace: 1.1 }
  expect(voices).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      name: 'Heart',
      description: '',
      language: 'en-US',
      speaker,
    },
  ])
  expect(models.voice(voices[0]!.id.toUpperCase())).toEqual({
    voice: voices[0]!,
    model: models.find('kokoro')!,
  })
  await models.close()
})

test("a voice has the same id on every server, and another model's voice of that name has another", async () => {
  await register('one', REMOTE)
  await register('two', REMOTE)
  const [first, second] = [await open(), await open()]
  const idsOf = (models: typeof first) => models.all.slice(1).map(({ voices }) => voices[0]!.id)
  expect(idsOf(first)).toEqual(idsOf(second))
  expect(new Set(idsOf(first)).size).toBe(2)
})

test('given ids are kept', async () => {
  const id = '6ba7b810-9dad-41d1-80b4-00c04fd430c8'
  await register('kokoro', { ...REMOTE, voices: [{ ...REMOTE.voices[0]!, id }] })
  expect((await open()).find('kokoro')!.voices[0]!.id).toBe(id)
})

test('a folder that does not exist, and folders without a config.json, are warned of', async () => {
  const none = join(folder, 'none')
  expect(await folderWarnings(none, 'gepard-1.0')).toEqual([
    expect.stringMatching(/none does not exist: make it, or set MODELS_DIR to another one\.$/),
  ])
  await register('kokoro', REMOTE)
  for (const name of ['gepard-1.0', '.adding-kitten', 'lost+found']) await mkdir(join(folder, name))
  expect(await folderWarnings(folder, 'gepard-1.0')).toEqual([])
  await mkdir(join(folder, 'kitten', 'files'), { recursive: true })
  const [warning] = await folderWarnings(folder, 'gepard-1.0')
  expect(warning).toContain(`there is no config.json in it: ${join(folder, 'kitten')}. `)
  expect(warning).not.toContain('kokoro')
})

test('the models besides the main one are told in a line', async () => {
  expect(othersInWords(await open())).toBeUndefined()
  await register('kokoro', REMOTE)
  await register('other', { ...REMOTE, voices: [HEART, { ...HEART, name: 'Emma' }] })
  expect(othersInWords(await open())).toBe(
    'Models besides gepard-1.0: kokoro (openai, 1 voice), other (openai, 2 voices).',
  )
})

describe('the id of a voice that is given', () => {
  const id = '6ba7b810-9dad-41d1-80b4-00c04fd430c8'

  test.each([
    ['of a voice of the main model', () => MODELS.main.voices[0]!.id, 'the model gepard-1.0'],
    ['of a voice of another model', () => id, join('first', 'config.json')],
  ])('is refused when it is that %s', async (_, taken, owner) => {
    await register('first', { ...REMOTE, voices: [{ ...HEART, id }] })
    await register('second', { ...REMOTE, voices: [{ ...HEART, id: taken() }] })
    const error = await open().catch((thrown) => thrown)
    expect(error).toBeInstanceOf(ModelError)
    expect(error.message).toContain(join(folder, 'second', 'config.json'))
    expect(error.message).toContain(owner)
    expect(error.message).toContain('leave out "id"')
  })
})

test.each(['my key', 'TTS-KEY', 'sk_live_0123456789'])(
  'a key in api_key_env is not shown: %s',
  async (key) => {
    await register('kokoro', { ...REMOTE, api_key_env: key })
    const error = await open().catch((thrown) => thrown)
    expect(error.message).toContain('api_key_env: write one such as "TTS_API_KEY"')
    expect(error.message).not.toContain(key)
  },
)

test('a language of three letters is taken, as models of a thousand languages have them', async () => {
  await register('mms', { ...REMOTE, voices: [{ name: 'one', language: 'acn' }] })
  expect((await open()).find('mms')!.voices[0]!.language).toBe('acn')
})

describe.if(canRefuse)('what the user who runs Purr may not read', () => {
  /** What a part of the registry says, in a process that has no right to pass by permissions. */
  function said(expression: string): string {
    const script = `
      const { folderWarnings } = await import(${JSON.stringify(import.meta.resolve('../../src/engines/registered-folders.ts'))})
      const { readRegistered } = await import(${JSON.stringify(import.meta.resolve('../../src/engines/registry.ts'))})
      console.log(await ${expression})`
    return Bun.spawnSync([...WITHOUT_RIGHTS, process.execPath, '-e', script]).stdout.toString()
  }

  test('is warned of: a model there would be missing', async () => {
    await register('kokoro', REMOTE)
    const closed = join(folder, 'kokoro')
    await chmod(closed, 0)
    const warnings = said(`folderWarnings(${JSON.stringify(folder)}, 'gepard-1.0')`)
    await chmod(closed, 0o700)
    expect(warnings).toContain(`may not read ${closed}: a model there would be missing. Let them`)
    expect(warnings).not.toContain('no config.json')
  })

  test('is not called a file that is not JSON', async () => {
    await register('kokoro', REMOTE)
    const file = join(folder, 'kokoro', 'config.json')
    await chmod(file, 0)
    expect(said(`readRegistered(${JSON.stringify(file)}).catch(({ message }) => message)`)).toContain(
      `${file} may not be read: let the user who runs Purr read it`,
    )
  })
})

describe('is refused, with what to do about it:', () => {
  test.each([
    ['a file that is not JSON', '{', 'is not JSON'],
    ['one that was downloaded', { model_type: 'style_text_to_speech_2' }, 'models add'],
    ['an engine that does not exist', { ...REMOTE, engine: 'toString' }, 'set it to'],
    ['no voices', { ...REMOTE, voices: [] }, 'voices'],
    ['a voice without a language', { ...REMOTE, voices: [{ name: 'Heart' }] }, 'voices.0.language'],
    ['a language that is none', { ...REMOTE, voices: [{ name: 'Heart', language: 'en_US' }] }, 'BCP-47'],
    ['a field that does not exist', { ...REMOTE, ulrs: [] }, 'ulrs'],
    ['a wrong pace', { ...REMOTE, pace: 0 }, 'pace: write a number above 0'],
    [
      'a language in words',
      { ...REMOTE, voices: [{ name: 'Heart', language: 'english' }] },
      '"english" is not',
    ],
    [
      'a language that nobody speaks',
      { ...REMOTE, voices: [{ name: 'Heart', language: 'zz-ZZ' }] },
      'ISO 639',
    ],
    ['two voices of a name', { ...REMOTE, voices: [HEART, HEART] }, 'rename one of them'],
    ['two voices with an id', { ...REMOTE, voices: [GIVEN, { ...GIVEN, name: 'Emma' }] }, 'one of its own'],
    ['a misspelt field', { ...REMOTE, ulrs: [] }, 'ulrs: there is no such field: did you mean urls?'],
    ['part of the name of a field', { ...REMOTE, streams: 2 }, 'did you mean max_streams?'],
    [
      'a field without a likeness',
      { ...REMOTE, colour: 2 },
      'colour: there is no such field: the fields that exist here are',
    ],
    ['a key in the file', { ...REMOTE, api_key: 'secret' }, 'the NAME of an environment variable'],
    ['no model', { ...REMOTE, model: undefined }, 'model: it is missing: write one such as "'],
    ['an address without http', { ...REMOTE, urls: ['gpu:8880'] }, 'one such as "http://10.0.0.7:8880/v1"'],
    ['a format that is none', { ...REMOTE, stream_format: 'x' }, 'set it to one of "audio", "sse"'],
  ])('%s', async (_, config, told) => {
    await register('kokoro', config)
    const error = await open().catch((thrown) => thrown)
    expect(error).toBeInstanceOf(ModelError)
    expect(error.message).toContain(join(folder, 'kokoro', 'config.json'))
    expect(error.message).toContain(told)
  })

  test('an id that is none', async () => {
    await register('a model', REMOTE)
    await expect(open()).rejects.toThrow('rename the folder')
  })

  test('a folder that cannot be read', async () => {
    await writeFile(join(folder, 'file'), '')
    await expect(registeredIds(join(folder, 'file'))).rejects.toBeInstanceOf(ModelError)
  })
})
