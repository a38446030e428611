import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localFolder } from '../../../src/engines/installation/local-folder.ts'
import { SourceError } from '../../../src/engines/installation/model-source.ts'
import { StagedModel } from '../../../src/engines/installation/staged-model.ts'

let top: string
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'purr-staged-'))
})
afterEach(() => rm(top, { recursive: true }))

test('brings what its source lists, and nothing from beside it: names of files come from strangers', async () => {
  const models = join(top, 'models', 'deep', 'er')
  await mkdir(models, { recursive: true })
  await Bun.write(join(top, 'repository', 'outside.onnx'), 'not of the model')
  await Bun.write(join(top, 'repository', 'voice', 'inside.onnx'), 'of the model')
  const source = await localFolder(join(top, 'repository', 'voice'))
  const staged = new StagedModel(models, 'voice')

  await staged.bring(source, ['inside.onnx'], () => {})
  expect(await Bun.file(join(staged.folder, 'files', 'inside.onnx')).text()).toBe('of the model')

  await expect(staged.bring(source, ['../outside.onnx'], () => {})).rejects.toBeInstanceOf(SourceError)
  expect(await Bun.file(join(staged.folder, 'outside.onnx')).exists()).toBe(false)
})

test('what another try left goes, but for what this one can go on from', async () => {
  await Bun.write(join(top, 'voice', 'voice.onnx'), 'the new version')
  const local = await localFolder(join(top, 'voice'))
  const staged = new StagedModel(join(top, 'models'), 'voice')
  const target = join(staged.folder, 'files', 'voice.onnx')
  const half = `${target}.1a1a1a1a1a1a.part`
  for (const left of [half, `${target}.0b0b0b0b0b0b.part`, `${target}_data`]) await Bun.write(left, 'half')

  const source = { ...local, bring: () => Promise.reject(new SourceError('broke off')), partOf: () => half }
  await expect(staged.bring(source, ['voice.onnx'], () => {})).rejects.toThrow('broke off')
  expect(await readdir(join(staged.folder, 'files'))).toEqual(['voice.onnx.1a1a1a1a1a1a.part'])

  await staged.bring(local, ['voice.onnx'], () => {})
  expect(await readdir(join(staged.folder, 'files'))).toEqual(['voice.onnx'])
})
