import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
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
