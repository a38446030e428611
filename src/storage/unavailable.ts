import { DrizzleQueryError } from 'drizzle-orm'

/** The database cannot be opened; the message says what was found and what to do. */
export class StorageUnavailable extends Error {}

/** The database did not answer a statement in time, or failed; `cause` has its error. The statement may still take effect. */
export class DatabaseUnavailable extends Error {}

/** What the system, SQLite and Postgres say of a disk or a folder, and what to do about it. */
const TROUBLES: readonly (readonly [said: RegExp, advice: string])[] = [
  [
    /\bENOSPC\b|\bEDQUOT\b|SQLITE_FULL|\b53100\b|No space left on device/,
    'the disk is full: make room on it, or set DATA_DIR to a folder on another one',
  ],
  [
    /\bEROFS\b|SQLITE_READONLY|Read-only file system/,
    'the file system is read-only: make it writable, or set DATA_DIR to a folder on another one',
  ],
  [
    /\bEACCES\b|\bEPERM\b|Permission denied/,
    'no permission: give the folder and all that is in it to the user who runs Purr, or set DATA_DIR to another one',
  ],
  [
    /\b(ENOTDIR|EEXIST|ENOENT)\b.*\bmkdir\b/,
    'there is no such folder and none can be made: set DATA_DIR to another one',
  ],
]

/** The database's own error, without Drizzle's around it: that has the statement with all its values, hashes of keys too. */
export function withoutStatement(error: unknown): unknown {
  return error instanceof DrizzleQueryError || error instanceof DatabaseUnavailable ? error.cause : error
}

/** Whether an error has a code of the SQL standard, as those of the database have. */
export function isOfDatabase(error: unknown): boolean {
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(`${(error as { code?: unknown }).code}`)
}

/** What an error says, in one line. */
export function firstLine(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return `${message || code || error}`.split('\n')[0]!.trim()
}

/** The same of an error of the embedded database, with what to do where that is known. */
export function withAdvice(error: unknown): string {
  const said = firstLine(error)
  const { code } = error as { code?: string }
  const advice = TROUBLES.find(([pattern]) => pattern.test(`${code} ${said}`))?.[1]
  return advice === undefined ? said : `${advice} (${said})`
}
