/** The speaking rate at which the model's makers run it. */
export const OWN_SPEED = 1.05

/** What Supertonic says. */
export interface Synthesis {
  /** As it is prepared. */
  readonly text: string
  /** Name of a style. */
  readonly style: string
  /** Factor by which the predicted length is divided. */
  readonly speed: number
  /** The same one gives the same samples. */
  readonly seed: number
}

/** The graphs of a Supertonic model, in one form or the other, with the styles of its voices. */
export interface Synthesiser {
  /** Sample rate of the model's output, in Hz. */
  readonly sampleRate: number
  /** Names of its voices. */
  readonly styles: readonly string[]
  /** Yields pieces without samples, between which other work can be done, and at last all samples at once. */
  speak(synthesis: Synthesis): AsyncIterable<Float32Array>
}
