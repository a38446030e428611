import { DrizzleQueryError } from 'drizzle-orm'

/** The database cannot be opened; the message says what was found and what to do. */
export class StorageUnavailable extends Error {}

/** The database did not answer a statement in time, or failed; `cause` has its error. The statement may still take effect. */
export class DatabaseUnavailable extends Error {}

/** All connections to the database were in use too long for a statement to be sent. */
export class ConnectionsBusy extends Error {}

/** Errors of the operating system, SQLite and Postgres about a disk or a folder, and what to do about them. */
const TROUBLES: readonly (readonly [said: RegExp, advice: string])[] = [
  [
    /\bENOSPC\b|\bEDQUOT\b|SQLITE_FULL|\b53100\b|No space left on device/,
    'the disk is full: free some space, or set DATA_DIR to a folder on another disk',
  ],
  [
    /\bEROFS\b|SQLITE_READONLY|Read-only file system/,
    'the file system is read-only: make it writable, or set DATA_DIR to a folder on another one',
  ],
  [
    /\bEACCES\b|\bEPERM\b|Permission denied/,
    'no permission: make the user who runs Purr the owner of the folder and all that is in it, or set DATA_DIR to another one',
  ],
  [
    /\b(ENOTDIR|EEXIST|ENOENT)\b.*\bmkdir\b/,
    'there is no such folder, and it cannot be made: set DATA_DIR to another one',
  ],
]

/** The database's own error. Drizzle wraps it in one that shows the statement with its values, even hashes of keys. */
export function withoutStatement(error: unknown): unknown {
  return error instanceof DrizzleQueryError || error instanceof DatabaseUnavailable ? error.cause : error
}

/** The SQLSTATE of a row that refers to one that is not there. */
const MISSING_ROW = '23503'

/** Whether a statement failed because a row to which it refers is not there. */
export function isOfMissingRow(error: unknown): boolean {
  return (withoutStatement(error) as { code?: unknown } | undefined)?.code === MISSING_ROW
}

/** Whether an error comes from the database: whether it has a code of the SQL standard. */
export function isOfDatabase(error: unknown): boolean {
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(`${(error as { code?: unknown }).code}`)
}

/** The first line of an error's message. */
export function firstLine(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return `${message || code || error}`.split('\n')[0]!.trim()
}

/** The first line of an error of the embedded database, with what to do if that is known. */
export function withAdvice(error: unknown): string {
  const said = firstLine(error)
  const { code } = error as { code?: string }
  const advice = TROUBLES.find(([pattern]) => pattern.test(`${code} ${said}`))?.[1]
  return advice === undefined ? said : `${advice} (${said})`
}
