import { open, rename, rm, stat, truncate } from 'node:fs/promises'
import type { ListedFile } from '../onnx/recognised-model.ts'
import {
  type Hub,
  type HubName,
  PAUSE,
  reasonOf,
  request,
  SILENCE,
  TRIES,
  Unreachable,
} from './hub-request.ts'
import { SourceError } from './model-source.ts'

/** A file as the hub lists it. */
export interface HubFile extends ListedFile {
  /** Checksum of the content: SHA-256 for a large (LFS) file, git's blob SHA-1 for any other. */
  readonly checksum: string
  readonly isLarge: boolean
}

/** Where a file lies until it is whole and verified. */
export function partOf(target: string, { checksum }: HubFile): string {
  return `${target}.${checksum.slice(0, 12)}.part`
}

/**
 * Downloads a file to a path beside its target, verifies it, and puts it in place.
 *
 * @param onBytes is called with the bytes that have been added; a negative number takes bytes back
 * @throws SourceError if the hub does not give all of it, or something else; errors of the disk
 */
export async function download(
  hub: Hub,
  name: HubName,
  file: HubFile,
  url: string,
  target: string,
  onBytes: (count: number) => void,
): Promise<void> {
  if (await isIntact(target, file)) return onBytes(file.size)
  const part = partOf(target, file)
  let have = (await sizeOf(part)) ?? 0
  if (have > file.size) {
    await truncate(part)
    have = 0
  }
  onBytes(have)
  for (let fruitless = 0; have < file.size; ) {
    const before = have
    try {
      const broken = await append(hub, name, url, part, { have, size: file.size }, (bytes) => {
        have += bytes
        onBytes(bytes)
      })
      fruitless = have > before ? 0 : fruitless + 1
      if (fruitless === TRIES) throw brokenOff(file, broken ?? 'the hub sends nothing')
    } catch (error) {
      throw error instanceof Unreachable && have > 0 ? brokenOff(file, error.reason) : error
    }
    if (have < file.size) await Bun.sleep(PAUSE)
  }
  if (file.size === 0) await Bun.write(part, '')
  if (!(await isIntact(part, file))) {
    await rm(part)
    throw new SourceError(
      `${file.path} has arrived damaged: its checksum is not the one that the hub names. Run the command again`,
    )
  }
  await rename(part, target)
}

function brokenOff({ path }: HubFile, reason: string): SourceError {
  return new SourceError(
    `the download of ${path} broke off (${reason}): run the command again, and it goes on from there`,
  )
}

/** How many bytes of a file there are, and how many it has. */
interface Progress {
  readonly have: number
  readonly size: number
}

/**
 * Appends what is missing.
 *
 * @returns why the connection broke, if it did
 * @throws SourceError for what trying again does not mend, and errors of the disk
 */
async function append(
  hub: Hub,
  name: HubName,
  url: string,
  part: string,
  progress: Progress,
  onBytes: (count: number) => void,
): Promise<string | undefined> {
  const { have } = progress
  const headers: Record<string, string> = have === 0 ? {} : { range: `bytes=${have}-` }
  const silence = new Silence()
  try {
    const answer = await request(hub, name, url, headers, () => silence.begin())
    return await written(answer, part, progress, onBytes, silence)
  } finally {
    silence.end()
  }
}

/**
 * Writes what a hub answers after what there is of a file, or instead of it, but no more than the file has: a checksum shows
 * whether that is right. Returns why it broke off, or undefined.
 */
async function written(
  answer: Response,
  part: string,
  { have, size }: Progress,
  onBytes: (count: number) => void,
  silence: Silence,
): Promise<string | undefined> {
  const isRest = answer.status === 206
  let missing = isRest ? size - have : size
  if (have > 0 && !isRest) {
    await truncate(part)
    onBytes(-have)
  }
  const file = await open(part, 'a')
  const reader = answer.body!.getReader()
  try {
    for (;;) {
      const piece = await reader.read().catch((error: Error) => error)
      if (piece instanceof Error) return reasonOf(piece)
      if (piece.done) return undefined
      silence.startAgain()
      const bytes = piece.value.subarray(0, missing)
      await file.writeFile(bytes)
      onBytes(bytes.length)
      missing -= bytes.length
      if (bytes.length < piece.value.length) return undefined
    }
  } finally {
    await reader.cancel().catch(() => {})
    await file.close()
  }
}

/** Aborts a signal when nothing was heard for too long. */
class Silence {
  #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Begins a try, which gets a signal and all the time. */
  begin(): AbortSignal {
    this.#controller = new AbortController()
    this.startAgain()
    return this.#controller.signal
  }

  /** Something was heard: the time begins again. */
  startAgain(): void {
    this.end()
    const abort = () => this.#controller.abort(new Error('the hub was silent for too long'))
    this.#timer = setTimeout(abort, SILENCE)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size
}

/** True for a file that is there and has the content that the hub names. */
async function isIntact(path: string, { size, checksum, isLarge }: HubFile): Promise<boolean> {
  if ((await sizeOf(path)) !== size) return false
  const hash = new Bun.CryptoHasher(isLarge ? 'sha256' : 'sha1')
  if (!isLarge) hash.update(`blob ${size}\0`)
  for await (const bytes of Bun.file(path).stream()) hash.update(bytes)
  return hash.digest('hex') === checksum
}
