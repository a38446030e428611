import type { LocalModel, LocalPiece, LocalRequest, PronouncedLanguage } from './local-model.ts'

/** The first message to a worker: the model that it will run. */
export interface WorkerStart {
  /** URL of the module that loads it: it exports a `LoadLocalModel` by default. */
  readonly module: string
  /** Folder with the model's files. */
  readonly files: string
  readonly config: unknown
  readonly languages: readonly PronouncedLanguage[]
}

/** What a worker is asked for; each is one step of the model at most. */
export type Step =
  | { readonly describe: true }
  /** The first piece of a segment, which is known by its id from then on. */
  | { readonly start: number; readonly request: LocalRequest }
  /** The next piece of a segment. */
  | { readonly next: number }
  /** No more of a segment. */
  | { readonly stop: number }

/** The answer to `describe`. */
export type Description = Omit<LocalModel, 'speak'>

/** The answer to `start` and `next`. */
export interface StepResult {
  /** Undefined: the segment had ended before. */
  readonly piece: LocalPiece | undefined
  /** Nothing of the segment follows. */
  readonly isLast: boolean
}
