/** What the makers of a family of models do beside the graph. All frame the ids of a chunk with 0. */
export interface Family {
  /** Phones in the way of the family's front end. */
  arranged(phones: string): string
  /** Ids at the end of a chunk. */
  readonly end: readonly number[]
  /** The row of a voice's styles for a chunk with this many ids, not counting the frame, that reads this many letters. */
  row(chunk: { readonly ids: number; readonly letters: number }): number
  /** Samples at the end of a chunk that are not kept. */
  readonly cut: number
}

/** The families, by their names in config.json. */
export const FAMILIES = {
  /** hexgrad/kokoro, kokoro.js/src/kokoro.js: the row is that of the number of ids. */
  kokoro: {
    arranged: (phones) => phones,
    end: [],
    row: ({ ids }) => ids,
    cut: 0,
  },
  /**
   * KittenML/KittenTTS, kittentts/onnx_model.py: marks stand alone, "…" (10) ends a chunk, what is said for it is cut off, and
   * the row is that of the number of letters.
   */
  kitten: {
    arranged: (phones) => phones.replace(/[,;:.?!]/g, ' $&'),
    end: [10],
    row: ({ letters }) => letters,
    cut: 5000,
  },
} as const satisfies Record<string, Family>
