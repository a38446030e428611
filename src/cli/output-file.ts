import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes sure, before the work begins, that the operator has named a file for its result, in a folder that is there.
 *
 * @throws Error that says what to do: it is empty, a folder, or in one that is not there or cannot be entered
 */
export function assertNamesFile(file: string): void {
  if (file === '') throw new Error('the path is empty: give the path of a file')
  if (isFolder(file)) throw new Error(`${file} is a folder: give the path of a file`)
  const folder = dirname(file)
  if (!isFolder(folder)) throw new Error(`there is no folder ${folder}: make it, or give another path`)
}

/**
 * Makes sure that a file may be made, or written where it is there.
 *
 * @throws Error that says what to do
 */
export function assertWritable(file: string): void {
  assertMayWrite(existsSync(file) ? file : dirname(file))
}

/**
 * Makes sure that a new file may take the name: what has it is an ordinary file, or nothing. A device or a pipe, such as
 * `/dev/null`, would be gone for every program.
 *
 * @throws Error that says what to do
 */
export function assertReplaceable(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`${file} is a device or a pipe, which a file cannot replace: give the path of a file`)
  assertMayWrite(dirname(file))
}

function assertMayWrite(path: string): void {
  try {
    accessSync(path, constants.W_OK)
  } catch (error) {
    throw unwritable(path, error)
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as { code: string }).code)) return false
    throw unwritable(path, error)
  }
}

function unwritable(path: string, cause: unknown): Error {
  return new Error(`${path} cannot be written (${(cause as Error).message}): give another path`, { cause })
}
