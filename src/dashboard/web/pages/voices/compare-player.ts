/** Which of two sounds is heard. */
export type Side = 'clip' | 'clone'

/** Two sounds of the same text. When the other one is chosen, it goes on at the same place of the text. */
export class ComparePlayer {
  readonly #context = new AudioContext()
  readonly #sounds: Readonly<Record<Side, AudioBuffer>>
  readonly #onEnd: () => void
  #node: AudioBufferSourceNode | undefined
  #side: Side = 'clip'
  /** When the sound being heard would have begun, on the clock of the audio context. */
  #begunAt = 0

  /** @param onEnd is called when a sound has been heard to its end */
  constructor(sounds: Readonly<Record<Side, AudioBuffer>>, onEnd: () => void) {
    this.#sounds = sounds
    this.#onEnd = onEnd
  }

  /** How much of the text has been heard, from 0 to 1. */
  get share(): number {
    if (this.#node === undefined) return 0
    return Math.min(1, (this.#context.currentTime - this.#begunAt) / this.#sounds[this.#side].duration)
  }

  /** Plays a sound, from where the other one is. */
  async play(side: Side): Promise<void> {
    const { share } = this
    await this.#context.resume()
    this.stop()
    const sound = this.#sounds[side]
    const node = new AudioBufferSourceNode(this.#context, { buffer: sound })
    node.connect(this.#context.destination)
    node.addEventListener('ended', () => {
      if (this.#node !== node) return
      this.#node = undefined
      this.#onEnd()
    })
    this.#begunAt = this.#context.currentTime - share * sound.duration
    this.#node = node
    this.#side = side
    node.start(0, share * sound.duration)
  }

  stop(): void {
    const node = this.#node
    this.#node = undefined
    node?.stop()
  }

  close(): void {
    this.stop()
    void this.#context.close()
  }
}
