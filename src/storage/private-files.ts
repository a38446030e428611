import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The permissions of everybody but the owner. */
const OTHERS = 0o077

/**
 * From now on what this process and its children make is their owner's alone, whatever the umask was. This holds for the
 * whole process: SQLite, PGlite and the child that creates a database take it from there.
 */
export function makeFilesPrivate(): void {
  process.umask(OTHERS)
}

/**
 * Takes a folder, and everything in it, away from everybody but the owner. Links are left alone, and so is what they lead
 * to. A folder is closed before it is read, so that nobody else can put a link into the place of a file meanwhile.
 *
 * @throws Error of the system, for something that belongs to another user
 */
export function tighten(folder: string): void {
  tightenOne(folder, 0o700, lstatSync(folder).mode)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) tighten(path)
    else if (entry.isFile()) tightenOne(path, 0o600, lstatSync(path).mode)
  }
}

function tightenOne(path: string, mode: number, current: number): void {
  if ((current & OTHERS) !== 0) chmodSync(path, mode)
}

type Options = Parameters<NodeFS['init']>[1]

/**
 * The files of an embedded database on the disk, for their owner alone. The umask is not enough: PGlite sets the mode of
 * each file that it makes, to one that lets others read most of them and write many.
 */
export class PrivateFiles extends NodeFS {
  override async init(pg: Parameters<NodeFS['init']>[0], options: Options) {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [...emscriptenOpts.preRun!, keepModesPrivate]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/** What of Emscripten's file system, by which PGlite reaches the disk, sets modes. */
interface ModeSetters {
  chmod(file: unknown, mode: number, dontFollow?: boolean): void
  fchmod(descriptor: number, mode: number): void
}

function keepModesPrivate({ FS }: { readonly FS: ModeSetters }): void {
  const { chmod, fchmod } = FS
  FS.chmod = (file, mode, dontFollow) => chmod(file, mode & ~OTHERS, dontFollow)
  FS.fchmod = (descriptor, mode) => fchmod(descriptor, mode & ~OTHERS)
}
