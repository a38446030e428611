import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StorageUnavailable } from './unavailable.ts'

/** The bytes of a secret, as many as a signature has. */
const LENGTH = 32
/** A secret in hexadecimal digits. */
const SHAPE = new RegExp(`^[0-9a-f]{${2 * LENGTH}}$`)

/** A secret that is kept in the data folder. */
export interface KeptSecret {
  /** The name of its file. */
  readonly file: string
  /** What ends if the secret changes, for the operator. */
  readonly ends: string
}

/**
 * A secret, from its file in the data folder. The first start creates the file. Processes that start at the same time get the
 * same secret. A process that is killed leaves a complete file or none.
 *
 * @throws StorageUnavailable if the file is damaged
 * @throws Error of the operating system if the file cannot be read or created
 */
export async function keptSecret(dataDir: string, { file: name, ends }: KeptSecret): Promise<string> {
  const file = join(dataDir, name)
  if (!existsSync(file)) await makeSecret(dataDir, file)
  const kept = await readFile(file, 'utf8')
  if (SHAPE.test(kept)) return kept
  throw new StorageUnavailable(
    `the file ${file} is damaged: restore it from a backup. Or remove it: the next start makes a new ` +
      `secret, and ${ends}`,
  )
}

/** Makes a secret, unless another process is faster. */
async function makeSecret(dataDir: string, file: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const made = `${file}.${crypto.randomUUID()}`
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(LENGTH))).toString('hex')
  try {
    await writeFile(made, secret, { mode: 0o600, flag: 'wx', flush: true })
    await link(made, file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    await rm(made, { force: true })
  }
}
