import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StorageUnavailable } from '../../storage/unavailable.ts'

/** Bytes of a secret: as many as a signature has. */
const LENGTH = 32
/** In hexadecimal digits. */
const SHAPE = new RegExp(`^[0-9a-f]{${2 * LENGTH}}$`)
const FILE = 'prompt-secret'

/**
 * The secret with which addresses are signed, from its file in the data folder. The first start makes it. Processes that
 * start together get the same one, and a process that is killed leaves none or a whole one.
 *
 * @throws StorageUnavailable when the file has been changed to something else
 * @throws Error of the operating system when it cannot be read or made
 */
export async function keptSecret(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, FILE)
  const made = join(dataDir, `${FILE}.${crypto.randomUUID()}`)
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(LENGTH))).toString('hex')
  await writeFile(made, secret, { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(made, file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    await rm(made)
  }
  const kept = await readFile(file, 'utf8')
  if (SHAPE.test(kept)) return kept
  throw new StorageUnavailable(
    `the file ${file} is damaged: restore it from a backup, or remove it to have a new secret made; the addresses of ` +
      'prompts that have been given then end',
  )
}
