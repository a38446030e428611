import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { withTimeout } from '../../src/storage/database.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { databases } from '../support/databases.ts'
import { faultyServer } from '../support/faulty-server.ts'
import { startPurr } from '../support/process.ts'
import { goodRequest, post } from '../support/request.ts'

test.each(databases)('the error of a statement is logged without its values: $name', async ({ open }) => {
  const { db, close } = await open()
  const lines: string[] = []
  const log = createLog({ write: (line: string) => lines.push(line) })
  try {
    await db.execute(sql`CREATE TABLE clips (name text CHECK (length(name) < 5))`)
    await withTimeout(db.execute(sql`INSERT INTO clips VALUES (${'a stranger wrote this'})`))
  } catch (err) {
    log.error({ err }, 'it could not be kept')
  }
  await close()
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ msg: 'it could not be kept' })
  expect(lines[0]).toContain('clips_name_check')
  expect(lines[0]).not.toContain('stranger')
})

test.skipIf(process.platform !== 'linux')('what cannot be written holds nobody up', async () => {
  const script = `import { createLog } from ${JSON.stringify(join(import.meta.dir, '../../src/telemetry/log.ts'))}
    const log = createLog()
    for (let line = 0; line < 3; line++) {
      log.warn({ line }, 'the disk is full')
      await Bun.sleep(10)
    }
    console.log('goes on')
    process.exit(7)`
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: Bun.file('/dev/full') })
  const hung = setTimeout(() => child.kill('SIGKILL'), 20_000)
  expect(await new Response(child.stdout).text()).toBe('goes on\n')
  expect(await child.exited).toBe(7)
  clearTimeout(hung)
})

test('a stream that breaks off leaves nothing in the log but lines of JSON', async () => {
  const far = faultyServer()
  const id = '00000000-0000-8000-8000-00000000000f'
  const voices = [{ name: 'Far', id, language: 'en-US' }]
  const folder = await mkdtemp(join(tmpdir(), 'purr-log-'))
  const config = { engine: 'openai', urls: [far.url('breaks off')], model: 'far', voices }
  await Bun.write(join(folder, 'far/config.json'), JSON.stringify(config))
  const purr = await startPurr({ MODELS_DIR: folder, LOG_LEVEL: 'debug' })
  const output_format = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22_050 }
  const request = { ...goodRequest, model_id: 'far', voice: { mode: 'id', id }, output_format }
  const answer = await post(`${purr.url}/tts/bytes`, purr.key, request)
  expect(answer.status).toBe(200)
  await expect(answer.bytes()).rejects.toThrow()
  await purr.stop()
  const lines = purr.log().trimEnd().split('\n')
  expect(lines.some((line) => line.includes('"outcome":"voided"'))).toBe(true)
  expect(lines.filter((line) => !line.startsWith('{'))).toEqual([])
  await purr.remove()
  far.stop()
  await rm(folder, { recursive: true })
}, 60_000)
