import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modelFingerprint } from '../../../src/engines/embedded/model-folder.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

const FILES = {
  'onnx/plan.onnx': Buffer.alloc(1_000_000, 'plan'),
  'onnx/window.onnx': Buffer.alloc(3_000_000, 'weights'),
  'average-speaker.json': '{"logF0":5}',
  'voices.json': '[]',
}

async function fingerprintOf(changes: Partial<typeof FILES> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purr-model-'))
  folders.push(folder)
  for (const [file, content] of Object.entries({ ...FILES, ...changes }))
    await Bun.write(join(folder, file), content)
  return modelFingerprint(folder)
}

const otherWeights = Buffer.from(FILES['onnx/window.onnx'])
otherWeights[2_999_999]!++

test.each<[string, Partial<typeof FILES>, boolean]>([
  ['the same files', {}, true],
  ['another list of voices', { 'voices.json': '[{}]' }, true],
  ['weights that differ in one byte', { 'onnx/window.onnx': otherWeights }, false],
  ['another plan', { 'onnx/plan.onnx': Buffer.alloc(1_000_000, 'other') }, false],
  ['another average speaker', { 'average-speaker.json': '{"logF0":6}' }, false],
])('%s', async (_, changes, isSame) => {
  const fingerprint = await fingerprintOf(changes)
  expect(fingerprint).toMatch(/^[0-9a-f]{16}$/)
  expect(fingerprint === (await fingerprintOf())).toBe(isSame)
})
