import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hubIn, hubModel, hubName } from '../../../src/engines/installation/hub.ts'
import {
  LARGEST_READ,
  type ModelSource,
  SourceError,
} from '../../../src/engines/installation/model-source.ts'
import { eventually } from '../../support/eventually.ts'
import { seeded } from '../../support/random.ts'
import { StandInHub } from '../../support/stand-in-hub.ts'

const random = seeded(14)
const large = Uint8Array.from({ length: 300_000 }, () => random() * 256)
const small = Buffer.from('{"model_type":"vits"}')

let hub: StandInHub
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-hub-'))
  hub = await StandInHub.start({
    repositories: {
      'someone/voice': {
        'config.json': { bytes: small },
        'onnx/model.onnx': { bytes: large, isLarge: true },
        'empty.txt': { bytes: new Uint8Array() },
        'voices.json': { bytes: large, isLarge: true },
        'de/anna/config.json': { bytes: small },
        'de/anna/ann ä?.onnx': { bytes: large, isLarge: true },
      },
      'someone/gated': { 'model.onnx': { bytes: small } },
      'someone/hostile': { 'config.json': { bytes: small }, '../../escaped.txt': { bytes: small } },
    },
    license: 'apache-2.0',
    gated: ['someone/gated'],
    token: 'hf_good',
  })
})
afterEach(async () => {
  hub.close()
  await rm(folder, { recursive: true })
})

const model = (name: string, token?: string, revision?: string) =>
  hubModel(hubIn({ HF_ENDPOINT: hub.url, HF_TOKEN: token }), hubName(name)!, revision)

/** Lets connections break when all that was sent over them is on the disk: fetch drops what nobody has read by then. */
function breakAfter(...counts: number[]) {
  hub.breaks = [...counts]
  let sum = 0
  hub.beforeBreak = () => {
    sum += counts.shift()!
    return eventually(async () => (await sizeOfFolder()) === sum)
  }
}

async function sizeOfFolder(): Promise<number> {
  const names = await readdir(folder)
  return names.reduce((sum, name) => sum + Bun.file(join(folder, name)).size, 0)
}

/** Downloads a file of the model; gives its bytes, and the bytes that were counted. */
async function bring(name: string, path: string, token?: string) {
  let counted = 0
  const target = join(folder, path.replaceAll('/', '_'))
  const { bring } = await model(name, token)
  await bring(path, target, (count) => {
    counted += count
  })
  return { bytes: await Bun.file(target).bytes(), counted }
}

const rangesOf = (path: string) => hub.asked.filter((each) => each.path === path).map(({ range }) => range)

describe('a model of a hub', () => {
  test('is listed page by page, with its licence', async () => {
    const { files, license, name, origin } = await model('someone/voice')
    expect(files.map(({ path, size }) => [path, size])).toEqual([
      ['config.json', small.length],
      ['onnx/model.onnx', large.length],
      ['empty.txt', 0],
      ['voices.json', large.length],
      ['de/anna/config.json', small.length],
      ['de/anna/ann ä?.onnx', large.length],
    ])
    expect({ license, name }).toEqual({ license: 'apache-2.0', name: 'someone/voice' })
    expect(origin).toStartWith(`${hub.url}/someone/voice/tree/41e58`)
  })

  test('can be a folder of a repository, whose paths begin in it', async () => {
    const { files, read } = await model('someone/voice/de/anna')
    expect(files.map(({ path }) => path)).toEqual(['config.json', 'ann ä?.onnx'])
    expect(await read('config.json')).toEqual(Uint8Array.from(small))
    const { bytes } = await bring('someone/voice/de/anna', 'ann ä?.onnx')
    expect(bytes).toEqual(large)
  })

  test('gives small files and large ones, and counts their bytes', async () => {
    expect(await bring('someone/voice', 'config.json')).toEqual({
      bytes: Uint8Array.from(small),
      counted: small.length,
    })
    expect(await bring('someone/voice', 'onnx/model.onnx')).toEqual({ bytes: large, counted: large.length })
    expect((await bring('someone/voice', 'empty.txt')).counted).toBe(0)
    expect((await readdir(folder)).toSorted()).toEqual(['config.json', 'empty.txt', 'onnx_model.onnx'])
  })

  test('goes on where the connection broke', async () => {
    breakAfter(100_000, 50_000)
    expect(await bring('someone/voice', 'onnx/model.onnx')).toEqual({ bytes: large, counted: large.length })
    expect(rangesOf('/someone/voice/onnx/model.onnx')).toEqual([undefined, 'bytes=100000-', 'bytes=150000-'])
  })

  test('goes on in another run where the last one gave up', async () => {
    breakAfter(100_000, 0, 0, 0)
    await expect(bring('someone/voice', 'onnx/model.onnx')).rejects.toThrow(
      /the download of onnx\/model.onnx broke off .*run the command again, and it goes on from there/,
    )
    hub.asked.length = 0
    expect((await bring('someone/voice', 'onnx/model.onnx')).bytes).toEqual(large)
    expect(rangesOf('/someone/voice/onnx/model.onnx')).toEqual(['bytes=100000-'])
    hub.asked.length = 0
    expect((await bring('someone/voice', 'onnx/model.onnx')).counted).toBe(large.length)
    expect(rangesOf('/someone/voice/onnx/model.onnx')).toEqual([]) // it is there
  })

  test('is not taken when a checksum is wrong, and its damaged file is not kept', async () => {
    hub.isDamaging = true
    await expect(bring('someone/voice', 'onnx/model.onnx')).rejects.toThrow(/has arrived damaged/)
    expect(await readdir(folder)).toEqual([])
    hub.isDamaging = false
    expect((await bring('someone/voice', 'onnx/model.onnx')).bytes).toEqual(large)
  })

  test('brings no more bytes than the hub lists, whatever is sent behind them', async () => {
    hub.excess = 5_000_000
    let most = 0
    const target = join(folder, 'model.onnx')
    const { bring } = await model('someone/voice')
    let counted = 0
    await bring('onnx/model.onnx', target, (count) => {
      counted += count
      most = Math.max(most, counted)
    })
    expect(await Bun.file(target).bytes()).toEqual(large)
    expect([counted, most]).toEqual([large.length, large.length])
  })

  test('brings no more bytes than the hub lists where the connection broke, either', async () => {
    hub.excess = 5_000_000
    breakAfter(100_000)
    expect(await bring('someone/voice', 'onnx/model.onnx')).toEqual({ bytes: large, counted: large.length })
  })

  test('sends more than is read into memory, and is not read on', async () => {
    const { read } = await model('someone/voice')
    hub.excess = LARGEST_READ
    await expect(read('voices.json')).rejects.toThrow(/sends more than 32000000 bytes: check HF_ENDPOINT/)
    await expect(read('voices.json')).rejects.toBeInstanceOf(SourceError)
  })

  test('whose list leads back to itself is given up', async () => {
    hub.isCircling = true
    await expect(model('someone/voice')).rejects.toThrow(
      /lists more than 100 pages of files for someone\/voice: name a folder of it, or check HF_ENDPOINT/,
    )
    expect(hub.asked).toHaveLength(101)
  })

  test('shows its token to the hub alone', async () => {
    await bring('someone/voice', 'onnx/model.onnx', 'hf_good')
    const seen = hub.asked.map(({ path, authorization }) => [path, authorization])
    expect(seen.at(-1)).toEqual(['/someone/voice/onnx/model.onnx', undefined])
    expect(seen.slice(0, -1).every(([, authorization]) => authorization === 'Bearer hf_good')).toBe(true)
  })

  test.each([
    ['someone/nothing', undefined, /there is no model someone\/nothing at .* or it is private.*HF_TOKEN/],
    ['someone/voice/fr', undefined, /someone\/voice has no fr: .* shows what it has/],
    ['someone/voice', 'hf_bad', /does not accept the token in HF_TOKEN/],
    ['someone/hostile', undefined, /"\.\.\/\.\.\/escaped\.txt", which leads out of its folder/],
  ])('%s with the token %s is refused with what to do', async (name, token, message) => {
    await expect(model(name, token)).rejects.toThrow(message)
    await expect(model(name, token)).rejects.toBeInstanceOf(SourceError)
  })

  test('tells how to get what is given only to those who accept its terms', async () => {
    await expect(bring('someone/gated', 'model.onnx')).rejects.toThrow(
      /accept them at http.*someone\/gated, and set HF_TOKEN/,
    )
    expect((await bring('someone/gated', 'model.onnx', 'hf_good')).bytes).toEqual(Uint8Array.from(small))
  })

  test('leaves no timer running when a file is refused', async () => {
    const { bring } = await model('someone/gated')
    const started = spyOn(globalThis, 'setTimeout')
    const ended = spyOn(globalThis, 'clearTimeout')
    await expect(bring('model.onnx', join(folder, 'model.onnx'), () => {})).rejects.toThrow('terms')
    const silence = started.mock.calls.findIndex(([, milliseconds]) => milliseconds === 30_000)
    const timer = started.mock.results[silence]!.value as ReturnType<typeof setTimeout>
    const cleared = ended.mock.calls.map(([each]) => each)
    for (const spy of [started, ended]) spy.mockRestore()
    expect(cleared).toContain(timer)
  })

  test.each<[string, (model: ModelSource) => Promise<unknown>]>([
    ['a list', () => model('someone/voice')],
    ['a small file', ({ read }) => read('config.json')],
    ['a large file', ({ bring }) => bring('onnx/model.onnx', join(folder, 'model.onnx'), () => {})],
  ])(
    'has all its time for each try: %s is there although a first request is never answered',
    async (_, ask) => {
      const source = await model('someone/voice')
      const { setTimeout } = globalThis
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      let limits = 0
      const shorter = (milliseconds = 0) => (milliseconds === 30_000 && limits++ === 0 ? 20 : milliseconds)
      const spies = [
        spyOn(AbortSignal, 'timeout').mockImplementation((limit) => timeout(shorter(limit))),
        spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, limit?: number) =>
          setTimeout(act, shorter(limit))) as typeof setTimeout),
      ]
      hub.silences = 1
      try {
        await ask(source)
        expect(limits).toBeGreaterThan(1)
      } finally {
        for (const spy of spies) spy.mockRestore()
      }
    },
  )

  test('tells what to do when a connection breaks while a file is read', async () => {
    const { read } = await model('someone/voice')
    hub.breaks = [100_000]
    const failure = await read('voices.json').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SourceError)
    expect(String(failure)).toMatch(/cannot be reached \([^)]*\): try again later/)
    expect(await read('voices.json')).toEqual(large)
  })

  test('tells of a revision that there is not', async () => {
    await expect(model('someone/voice', undefined, 'v9')).rejects.toThrow(
      /someone\/voice has no such revision/,
    )
  })

  test('tells that a folder can be given when the hub cannot be reached', async () => {
    hub.close()
    await expect(model('someone/voice')).rejects.toThrow(
      /cannot be reached .*get the model's files on another machine and give the folder/,
    )
  })
})

test.each([
  ['someone/voice', { repository: 'someone/voice', folder: '' }],
  ['a/b/c/d', { repository: 'a/b', folder: 'c/d' }],
  ['voice', undefined],
  ['../voice', undefined],
  ['a/b/../c', undefined],
  ['a/b/', undefined],
  ['a b/c', undefined],
])('%s is the name %j', (text, name) => {
  expect(hubName(text)).toEqual(name!)
})

test('a hub is one of the web', () => {
  expect(hubIn({})).toEqual({ endpoint: 'https://huggingface.co', token: undefined })
  expect(() => hubIn({ HF_ENDPOINT: 'hub.example.com' })).toThrow(/set it to an http or https URL/)
})

test('a site that is no hub is refused', async () => {
  await using site = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('<html>') })
  const asked = hubModel(hubIn({ HF_ENDPOINT: site.url.href }), hubName('someone/voice')!)
  await expect(asked).rejects.toThrow(/does not answer as a hub does: check HF_ENDPOINT/)
  await expect(asked).rejects.toBeInstanceOf(SourceError)
})
