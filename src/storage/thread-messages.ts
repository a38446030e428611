import { messages } from '@electric-sql/pglite'

/** The first message to the database thread. */
export interface Opening {
  /** Path of the folder with the database's files. */
  readonly folder: string
  /** PGlite's WebAssembly module, compiled. */
  readonly postgres: WebAssembly.Module
}

/** What the database thread is asked. Every request has one answer with the same number. */
export type ThreadRequest =
  /** Runs one statement, alone or in a transaction. */
  | {
      readonly id: number
      readonly is: 'statement'
      readonly transaction?: number
      readonly statement: Statement
    }
  /** Begins a transaction under the number of this request. Other statements wait until it has ended. */
  | { readonly id: number; readonly is: 'begin' }
  | { readonly id: number; readonly is: 'commit' | 'rollback'; readonly transaction: number }
  /** Closes the database after all that was asked before. The thread ends then. */
  | { readonly id: number; readonly is: 'close' }

/** A statement with its values, and how its rows are wanted. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  readonly rowMode: 'array' | 'object' | undefined
  /** Types, by number, whose values stay in Postgres's text form. */
  readonly asText: readonly number[]
}

/** The answer to the request with the same number: its result, or why it failed. */
export type ThreadAnswer =
  | { readonly id: number; readonly done: unknown }
  | { readonly id: number; readonly failed: Failure }

/** An error on its way between threads, which would take only its message along. The statement and its values stay behind. */
export interface Failure {
  readonly message: string
  /** What Postgres says of it: its code, detail, constraint and so on. Undefined for an error that is not Postgres's. */
  readonly fields: Readonly<Record<string, unknown>> | undefined
}

const FIELDS = [
  ...['severity', 'code', 'detail', 'hint', 'position', 'internalPosition', 'internalQuery', 'where'],
  ...['schema', 'table', 'column', 'dataType', 'constraint', 'file', 'line', 'routine'],
] as const

/** Makes an error a message between threads, with the fields that Postgres sets but without the statement and its values. */
export function toFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof messages.DatabaseError)) return { message, fields: undefined }
  const said = error as unknown as Record<string, unknown>
  return { message, fields: Object.fromEntries(FIELDS.map((name) => [name, said[name]])) }
}

/** Makes an error of a message from another thread: a `DatabaseError` if it was Postgres's, else an `Error`. */
export function fromFailure({ message, fields }: Failure): Error {
  if (fields === undefined) return new Error(message)
  return Object.assign(new messages.DatabaseError(message, 0, 'error'), fields)
}
