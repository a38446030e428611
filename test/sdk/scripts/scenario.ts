import { createHash } from 'node:crypto'
import { createReadStream, mkdtempSync, type ReadStream, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a script is told of the server. */
export interface Setting {
  readonly url: string
  readonly key: string
  /** Of an organization without credits. */
  readonly poorKey: string
  readonly voice: string
}

/** Audio, told by what is enough to compare it. */
export interface Digest {
  readonly bytes: number
  readonly sha256: string
}

/** A word with its times in seconds from the start of the turn. */
export interface TimedWord {
  readonly word: string
  readonly start: number
  readonly end: number
}

export type Scenarios = Readonly<Record<string, () => Promise<unknown>>>

/** What a script prints in its last line: of every scenario what it gave, or what it threw. */
export type Results<Played extends Scenarios> = {
  readonly [Name in keyof Played]: { given: Awaited<ReturnType<Played[Name]>> } | { thrown: string }
}

/** @throws when the script was not started by a test */
export function setting(): Setting {
  return JSON.parse(process.env.PURR_SETTING!)
}

export function digest(parts: readonly Uint8Array[]): Digest {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return { bytes: parts.reduce((sum, part) => sum + part.byteLength, 0), sha256: hash.digest('hex') }
}

/** Has a client read a file as its documentation has it, for as long as some work takes. */
export async function withFile<Value>(
  name: string,
  content: Uint8Array,
  work: (file: ReadStream) => Promise<Value>,
): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'purr-sdk-clip-'))
  try {
    const path = join(folder, name)
    writeFileSync(path, content)
    return await work(createReadStream(path))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Plays scenarios one after the other, prints what came of them, and ends the process. */
export async function play(scenarios: Scenarios): Promise<never> {
  const results: Record<string, unknown> = {}
  for (const [name, scenario] of Object.entries(scenarios)) {
    try {
      results[name] = { given: await scenario() }
    } catch (error) {
      results[name] = { thrown: String(error) }
    }
  }
  await new Promise((written) => process.stdout.write(`${JSON.stringify(results)}\n`, written))
  process.exit(0)
}
