import { rmSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { tighten } from '../../storage/private-files.ts'
import type { Log } from '../../telemetry/log.ts'

/** The name of a file that is whole: the SHA-256 of what it was made from. */
const ENTRY = /^[0-9a-f]{64}$/
/** Of one that is being written. */
const UNFINISHED = /\.unfinished$/
/** Nobody writes a file for so long (milliseconds): what is older was left by a process that was killed. */
const WRITING = 60_000

/**
 * Files that are made once and kept, on the disk, private to the user. When they are too many, those that were used
 * least recently go. Other processes may keep theirs in the same folder.
 */
export class PromptCache {
  readonly #folder: string
  readonly #log: Log
  /** The sizes of the files that are there, in the order in which they were used. */
  readonly #files: LRUCache<string, number>
  /** The files that somebody waits for. */
  readonly #getting = new Map<string, Promise<Uint8Array>>()

  private constructor(folder: string, maxBytes: number, log: Log) {
    this.#folder = folder
    this.#log = log
    this.#files = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (size) => size,
      dispose: (_, id, reason) => {
        if (reason === 'evict') this.#remove(id)
      },
    })
  }

  /**
   * Opens a cache with what an earlier process has left.
   *
   * @param folder it is made when it is not there
   * @throws Error of the operating system when the folder cannot be made or read
   */
  static async open(folder: string, maxBytes: number, log: Log): Promise<PromptCache> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    tighten(folder)
    const cache = new PromptCache(folder, maxBytes, log)
    await cache.#load()
    return cache
  }

  /**
   * A file, which is made and kept when it is not there. However many ask for it at once, it is made once: the others
   * wait, and get it or the error. What cannot be kept is given all the same.
   *
   * @param id the SHA-256 of all that the file is made from, in hexadecimal digits
   * @throws what `make` throws
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
      if (!isMissing(error)) this.#log.error({ err: error }, 'a kept prompt cannot be read')
      return undefined
    }
    this.#files.set(id, file.length)
    await this.#noteUse(id)
    return file
  }

  /** On the disk too, so that the order outlives the process. */
  async #noteUse(id: string): Promise<void> {
    const now = new Date()
    try {
      await utimes(this.#path(id), now, now)
    } catch (error) {
      if (!isMissing(error)) this.#log.error({ err: error }, 'the use of a kept prompt cannot be noted')
    }
  }

  /** Writes a file under another name first: whoever reads it finds it whole, whenever this process is killed. */
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
      this.#log.error({ err: error }, 'a prompt cannot be kept: it will be made and charged again')
      await rm(unfinished, { force: true })
    }
  }

  #remove(id: string): void {
    try {
      rmSync(this.#path(id), { force: true })
    } catch (error) {
      this.#log.error({ err: error }, 'a kept prompt cannot be removed')
    }
  }

  async #load(): Promise<void> {
    const found: { id: string; size: number; used: number }[] = []
    for (const name of await readdir(this.#folder)) {
      const info = await stat(join(this.#folder, name)).catch(ifMissing)
      if (info === undefined) continue
      if (ENTRY.test(name)) found.push({ id: name, size: info.size, used: info.mtimeMs })
      else if (UNFINISHED.test(name) && Date.now() - info.mtimeMs > WRITING)
        await rm(join(this.#folder, name), { force: true })
    }
    for (const { id, size } of found.toSorted((a, b) => a.used - b.used)) this.#files.set(id, size)
  }

  #path(id: string): string {
    return join(this.#folder, id)
  }
}

function isMissing(error: unknown): boolean {
  return (error as { code?: string }).code === 'ENOENT'
}

/** Another process has removed it. */
function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
