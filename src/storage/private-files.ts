import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The permission bits of everybody but the owner. */
const OTHERS = 0o077

/**
 * Makes all files that this process and its children create from now on private to their owner, whatever the umask was.
 * The umask belongs to the whole process, so this also applies to SQLite, PGlite and the child that creates a database.
 */
export function makeFilesPrivate(): void {
  process.umask(OTHERS)
}

/**
 * Makes a folder and everything in it private to the owner. Links are left alone, and so are their targets. A folder's
 * permissions are changed before it is read, so that nobody else can replace a file with a link meanwhile.
 *
 * @throws Error of the operating system for something that belongs to another user
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
 * The files of an embedded database on the disk, private to their owner. The umask is not enough: PGlite sets the mode of
 * each file that it creates, so that others could read most of them and write many.
 */
export class PrivateFiles extends NodeFS {
  override async init(pg: Parameters<NodeFS['init']>[0], options: Options) {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [...emscriptenOpts.preRun!, keepModesPrivate]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/** The functions that set modes in Emscripten's file system, through which PGlite reaches the disk. */
interface ModeSetters {
  chmod(file: unknown, mode: number, dontFollow?: boolean): void
  fchmod(descriptor: number, mode: number): void
}

function keepModesPrivate({ FS }: { readonly FS: ModeSetters }): void {
  const { chmod, fchmod } = FS
  FS.chmod = (file, mode, dontFollow) => chmod(file, mode & ~OTHERS, dontFollow)
  FS.fchmod = (descriptor, mode) => fchmod(descriptor, mode & ~OTHERS)
}
