/** A loudspeaker that plays a turn's audio as it comes: from the first chunk on, silent whenever a chunk is late. */
export class Player {
  #end: number | undefined

  /** When all that came so far will have been played; undefined before the first chunk. */
  get end(): number | undefined {
    return this.#end
  }

  /**
   * Takes a chunk.
   *
   * @param now when it came (milliseconds)
   * @returns by how many milliseconds it missed the moment at which it was needed, 0 when it came in time
   */
  take(seconds: number, now: number): number {
    const needed = this.#end ?? now
    const lateness = Math.max(0, now - needed)
    this.#end = needed + lateness + seconds * 1000
    return lateness
  }
}
