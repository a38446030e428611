/** A piece of this many seconds of audio, or longer, is passed on without waiting for others. */
const LONG_PIECE = 0.25
/** Seconds that short pieces are left to gather in the connection. */
const PAUSE = 0.2
/** Seconds of audio that the listener must still have to hear after such a pause: more than networks are usually late by. */
const MARGIN = 0.25

/**
 * Has short pieces of a streamed answer read together. Passing a piece on to the listener costs the same whatever its length,
 * and many servers send some 20 a second. While the listener has enough to hear, reading pauses, so that short pieces gather in
 * the connection and the next read returns all of them at once.
 */
export class ReadBatching {
  /** When the first piece was read, in seconds of `performance.now`. */
  #firstAt: number | undefined
  /** Length of the audio read so far. */
  #seconds = 0

  /**
   * Notes that a piece was read. Resolves when it is time to read the next one.
   *
   * @param seconds of its audio
   */
  async afterPiece(seconds: number): Promise<void> {
    const now = performance.now() / 1000
    this.#firstAt ??= now
    this.#seconds += seconds
    const left = this.#firstAt + this.#seconds - now
    if (seconds < LONG_PIECE && left > PAUSE + MARGIN) await Bun.sleep(PAUSE * 1000)
  }
}
