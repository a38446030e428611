/** A loudspeaker that plays a turn's audio from the first chunk on. It is silent while a chunk is late. */
export class Player {
  #end: number | undefined

  /** When playback of all chunks so far ends. Undefined before the first chunk. */
  get end(): number | undefined {
    return this.#end
  }

  /**
   * Adds a chunk.
   *
   * @param now when it arrived (milliseconds)
   * @returns its delay in milliseconds, 0 if it was in time
   */
  take(seconds: number, now: number): number {
    const needed = this.#end ?? now
    const lateness = Math.max(0, now - needed)
    this.#end = needed + lateness + seconds * 1000
    return lateness
  }
}
