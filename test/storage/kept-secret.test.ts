import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Prompts } from '../../src/bridges/prompts/prompts.ts'
import { keptSecret } from '../../src/storage/kept-secret.ts'
import { StorageUnavailable } from '../../src/storage/unavailable.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { canMount, onSmallDisk } from '../support/small-disk.ts'

const SECRET = { file: 'test-secret', ends: 'nothing ends' }

let parent: string
let folder: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'purr-secret-'))
  folder = join(parent, 'data')
})
afterEach(() => rm(parent, { recursive: true }))

test('the first start makes a secret, which only the user can read; later ones have the same', async () => {
  const secret = await keptSecret(folder, SECRET)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(await keptSecret(folder, SECRET)).toBe(secret)
  expect(await readdir(folder)).toEqual(['test-secret'])
  expect((await stat(join(folder, 'test-secret'))).mode & 0o777).toBe(0o600)
})

test('processes that start together have one', async () => {
  const secrets = await Promise.all(Array.from({ length: 20 }, () => keptSecret(folder, SECRET)))
  expect(new Set(secrets).size).toBe(1)
  expect(await readdir(folder)).toEqual(['test-secret'])
})

test.skipIf(!canMount)('a full disk keeps nobody from a secret that is there, and is left as it is', () => {
  const script = `import { keptSecret } from ${JSON.stringify(join(import.meta.dir, '../../src/storage/kept-secret.ts'))}
    await keptSecret(process.env.DISK, { file: process.argv[1], ends: 'nothing ends' })`
  const { code, out } = onSmallDisk(
    parent,
    '1m',
    `"$BUN" -e "$SCRIPT" first
     cat /dev/zero > "$DISK/filler" || true
     "$BUN" -e "$SCRIPT" first
     "$BUN" -e "$SCRIPT" second || ls "$DISK"`,
    { BUN: process.execPath, SCRIPT: script },
  )
  expect({ code, out }).toEqual({ code: 0, out: 'filler\nfirst\n' })
})

test('two servers have two', async () => {
  expect(await keptSecret(folder, SECRET)).not.toBe(await keptSecret(join(parent, 'other'), SECRET))
})

test.each(['', 'short', 'x'.repeat(64)])(
  'a file with %j is refused: it could be guessed',
  async (content) => {
    await keptSecret(folder, SECRET)
    await writeFile(join(folder, 'test-secret'), content)
    await expect(keptSecret(folder, SECRET)).rejects.toThrow(StorageUnavailable)
    await expect(keptSecret(folder, SECRET)).rejects.toThrow(/restore it from a backup. Or remove it/)
  },
)

test.each([undefined, 'a secret that is given, of 32 or more'])(
  'a data folder that cannot be used is named, with what to do: with the secret %p',
  async (secret) => {
    const dataDir = '/proc/purr'
    const opening = Prompts.open(
      { dataDir, secret, cacheBytes: 1e6, publicUrl: undefined, version: 'test', model: 'test' },
      createLog(),
    )
    await expect(opening).rejects.toThrow(StorageUnavailable)
    await expect(opening).rejects.toThrow(
      /cannot keep phone prompts in DATA_DIR \(\/proc\/purr\): .* set DATA_DIR to another/,
    )
  },
)
