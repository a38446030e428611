/** A file of a model's repository or folder. */
export interface ListedFile {
  /** Path from the top of the repository, with slashes. */
  readonly path: string
  /** Size in bytes. */
  readonly size: number
}

/**
 * Reads a small file of the list as a whole, such as JSON. A large one is not to be read: it may not have been downloaded
 * yet. Rejects when it cannot be read.
 */
export type ReadFile = (path: string) => Promise<Uint8Array>

/** A voice that a model's files bring. */
export interface RecognisedVoice {
  /** What clients see. */
  readonly name: string
  /** How the engine knows it. Absent: by its name. */
  readonly voice?: string
  /** BCP-47 tag. */
  readonly language: string
  readonly description?: string
}

/** What the list of a model's files, and the small ones among them, reveal about it. */
export interface RecognisedModel {
  /** The `engine` of its config.json. */
  readonly kind: 'style' | 'supertonic' | 'vits' | 'pocket'
  /** What people call it. Undefined: the files do not say. */
  readonly name?: string
  /** Identifier of its licence, where the files say it: it goes before that of the repository. */
  readonly license?: string
  /** The best first. */
  readonly voices: readonly RecognisedVoice[]
  /** Paths of the files that it needs: one precision of each graph, not all of them. No others are downloaded. */
  readonly files: readonly string[]
  /** The fields of its config.json that only this kind has. */
  readonly fields: Readonly<Record<string, unknown>>
  /**
   * Makes what the engine needs besides the files, such as voice tables out of an archive.
   *
   * @param folder of the model: the files are in `files` within it, where they stay as they are
   */
  convert?(folder: string): Promise<void>
}

/**
 * Finds out whether files are a model of one kind.
 *
 * @returns undefined when they are not
 * @throws ModelError when they are, but cannot be used
 */
export type Recognise = (files: readonly ListedFile[], read: ReadFile) => Promise<RecognisedModel | undefined>
