/** Asks a worker to end as soon as it has nothing else to do. */
export const END = 'end'

/** What a worker answers. Every request has one answer. */
export type WorkerAnswer =
  /** It has started, and is warm. */
  | { readonly ready: true }
  /** It cannot start, and why. */
  | { readonly failed: string }
  /** What was asked for. */
  | { readonly done: unknown }
  | { readonly error: string }
