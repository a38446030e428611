import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import type { Storage } from '../../src/storage/database.ts'
import { openEmbedded } from '../../src/storage/pglite.ts'
import { eventually } from './eventually.ts'
import { isRunning } from './is-running.ts'
import { createMember } from './member.ts'

const DATABASE = 'database'
/** What the names of templates begin with. The id of the process that has made it follows. */
const TEMPLATE = 'purr-data-template-'

/** A folder that all processes of `bun run check` share. Undefined where a file of tests is run by itself. */
const SHARED = process.env.TEST_SHARED_FOLDER

let template: Promise<string> | undefined

/** Makes a data folder with an empty database. The first one takes seconds to create; the others are copies of it. */
export async function newDataFolder(): Promise<string> {
  template ??= SHARED === undefined ? ownTemplate() : sharedTemplate(SHARED)
  const folder = await mkdtemp(join(tmpdir(), 'purr-data-'))
  await $`cp -R ${await template}/. ${folder}` // a quarter of the time that node:fs takes for a thousand files
  return folder
}

/** Opens the database that a server left in its data folder. */
export function openLeft(folder: string): Promise<Storage> {
  return openEmbedded(join(folder, DATABASE))
}

/** Creates an organization with ample credits and limits, before a server is started in the folder. Returns its key. */
export async function boundlessKey(folder: string): Promise<string> {
  const { db, close } = await openLeft(folder)
  const { key } = await createMember(db, 1e12, { requestsPerMinute: 1_000_000, concurrency: 1000 })
  await close()
  return key
}

/** Makes the template of one process, and removes it at the end. */
async function ownTemplate(): Promise<string> {
  const folder = await makeTemplate()
  process.on('exit', () => {
    Bun.spawnSync(['rm', '-r', folder])
  })
  return folder
}

/** The template in a folder that processes share. The first that needs it makes it, and the others wait for that. */
async function sharedTemplate(shared: string): Promise<string> {
  const folder = join(shared, 'data-template')
  const isFirst = await mkdir(`${folder}.claimed`).then(
    () => true,
    () => false,
  )
  if (isFirst) await rename(await makeTemplate(), folder)
  else await eventually(() => existsSync(folder))
  return folder
}

async function makeTemplate(): Promise<string> {
  await removeLeftTemplates(tmpdir())
  const folder = await mkdtemp(join(tmpdir(), `${TEMPLATE}${process.pid}-`))
  await (await openLeft(folder)).close()
  return folder
}

/** Removes the templates that processes have left in a folder because they were killed. */
export async function removeLeftTemplates(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [id, ...random] = name.startsWith(TEMPLATE) ? name.slice(TEMPLATE.length).split('-') : []
    if (random.length > 0 && !isRunning(Number(id)))
      await rm(join(folder, name), { recursive: true, force: true })
  }
}
