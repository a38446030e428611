import { expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeLeftTemplates } from './data-folder.ts'

test('templates of processes that are gone are removed, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purr-templates-'))
  const killed = Bun.spawn(['sleep', '60'])
  killed.kill('SIGKILL')
  await killed.exited
  const left = `purr-data-template-${killed.pid}-a1B2c3`
  const others = [
    `purr-data-template-${process.pid}-a1B2c3`,
    `purr-data-${killed.pid}`,
    'purr-prompts-a1B2c3',
  ].sort()
  for (const name of [left, ...others]) await mkdir(join(folder, name, 'postgres'), { recursive: true })
  await removeLeftTemplates(folder)
  expect((await readdir(folder)).sort()).toEqual(others)
  await rm(folder, { recursive: true })
})
