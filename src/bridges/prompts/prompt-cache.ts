import { rmSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { tighten } from '../../storage/private-files.ts'
import type { Log } from '../../telemetry/log.ts'

/** The folder of the files, in the data folder. */
export const PROMPTS = 'prompts'
/** The name of a complete file: its organization, and the SHA-256 of everything that it was made from. */
const ENTRY = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[0-9a-f]{64}$/
/** The name of a file of an older version, which did not say whose it was. */
const OLD_ENTRY = /^[0-9a-f]{64}$/
/** The name of a file that is being written. */
const UNFINISHED = /\.unfinished$/
/** No file takes this long to write (milliseconds). An older unfinished file was left by a killed process. */
const WRITING = 60_000

/**
 * Files that are made once and kept on the disk, readable by their owner only. If they have too many bytes together, those that
 * were used least recently are removed. Several processes can use the same folder.
 */
export class PromptCache {
  readonly #folder: string
  readonly #log: Log
  /** The sizes of the files, in the order of their use. */
  readonly #files: LRUCache<string, number>
  /** The files that are being read or made. */
  readonly #getting = new Map<string, Promise<Uint8Array>>()

  private constructor(folder: string, maxBytes: number, log: Log) {
    this.#folder = folder
    this.#log = log
    this.#files = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (size) => Math.max(1, size),
      dispose: (_, id, reason) => {
        if (reason === 'evict') this.#remove(id)
      },
    })
  }

  /**
   * Opens a cache with the files that earlier processes have left.
   *
   * @param folder is created if it does not exist
   * @throws Error of the operating system if the folder cannot be created or read
   */
  static async open(folder: string, maxBytes: number, log: Log): Promise<PromptCache> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    tighten(folder)
    const cache = new PromptCache(folder, maxBytes, log)
    await cache.#load()
    return cache
  }

  /**
   * A file, which is made and kept if it does not exist. If several callers ask for it at the same time, it is made once, and
   * all of them get the same file or error. A file that cannot be written is returned all the same.
   *
   * @param id the organization's id, a hyphen, and the SHA-256 of everything that the file is made from, in hexadecimal digits
   * @throws the error of `make`
   */
  get(id: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const begun = this.#getting.get(id)
    if (begun !== undefined) return begun
    const getting = this.#get(id, make).finally(() => this.#getting.delete(id))
    this.#getting.set(id, getting)
    return getting
  }

  async #get(id: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const found = await this.#read(id)
    if (found !== undefined) return found
    const file = await make()
    await this.#write(id, file)
    return file
  }

  async #read(id: string): Promise<Uint8Array | undefined> {
    let file: Uint8Array
    try {
      file = await readFile(this.#path(id))
    } catch (error) {
      this.#files.delete(id)
      if (!isMissing(error)) this.#log.error({ err: error }, 'the audio of a prompt cannot be read')
      return undefined
    }
    this.#files.set(id, file.length)
    await this.#noteUse(id)
    return file
  }

  /** Records a use on the disk, so that the order of use survives a restart. */
  async #noteUse(id: string): Promise<void> {
    const now = new Date()
    try {
      await utimes(this.#path(id), now, now)
    } catch (error) {
      if (!isMissing(error)) this.#log.error({ err: error }, 'the use of a prompt cannot be recorded')
    }
  }

  /** Writes a file under another name, then renames it. So a reader finds it complete, whenever this process is killed. */
  async #write(id: string, file: Uint8Array): Promise<void> {
    if (file.length > this.#files.maxSize) return
    const unfinished = `${this.#path(id)}.${crypto.randomUUID()}.unfinished`
    try {
      const handle = await open(unfinished, 'wx', 0o600)
      try {
        await handle.writeFile(file)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(unfinished, this.#path(id))
      this.#files.set(id, file.length)
    } catch (error) {
      this.#log.error(
        { err: error },
        'the audio of a prompt cannot be written: it will be made and charged again',
      )
      await rm(unfinished, { force: true })
    }
  }

  #remove(id: string): void {
    try {
      rmSync(this.#path(id), { force: true })
    } catch (error) {
      this.#log.error({ err: error }, 'the audio of a prompt cannot be removed')
    }
  }

  async #load(): Promise<void> {
    const found: { id: string; size: number; used: number }[] = []
    for (const name of await readdir(this.#folder)) {
      const info = await stat(join(this.#folder, name)).catch(ifMissing)
      if (info === undefined) continue
      if (ENTRY.test(name)) found.push({ id: name, size: info.size, used: info.mtimeMs })
      else if (OLD_ENTRY.test(name) || (UNFINISHED.test(name) && Date.now() - info.mtimeMs > WRITING))
        await rm(join(this.#folder, name), { force: true })
    }
    for (const { id, size } of found.toSorted((a, b) => a.used - b.used)) this.#files.set(id, size)
  }

  #path(id: string): string {
    return join(this.#folder, id)
  }
}

/** The id of the organization that a file belongs to, complete or not. Undefined: it is no file of the cache. */
export function ownerOfFile(name: string): string | undefined {
  return ENTRY.exec(name.split('.')[0]!)?.[1]
}

function isMissing(error: unknown): boolean {
  return (error as { code?: string }).code === 'ENOENT'
}

/** Passes over the error of a file or folder that does not exist. */
export function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
