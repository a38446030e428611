import type { Metronome, Player } from './metronome.ts'

/** What a line writes to. */
export interface Wire {
  /** An utterance begins. */
  begin(): void
  /** A frame of audio. */
  media(frame: Uint8Array): void
  /** Asks the other side to report this name when it has played everything before it. */
  mark(name: string): void
  /** Has the other side drop what it has not played yet. */
  clear(): void
}

/** The size of a frame and its silence. */
export interface FrameFormat {
  readonly bytes: number
  /** The byte that silence consists of. */
  readonly silence: number
}

/** A frame or a mark, and what to call when it is sent. */
interface Item {
  readonly frame: Uint8Array | undefined
  readonly mark: string | undefined
  readonly sent: readonly (() => void)[]
}

/**
 * Cuts audio into frames and sends them in real time. The first frames are sent at once, so that the other side always has
 * a few frames that it has not played yet and a late frame is not heard. After these, exactly one frame is sent for each
 * beat.
 */
export class PacedLine implements Player {
  readonly #wire: Wire
  readonly #metronome: Metronome
  readonly #format: FrameFormat
  readonly #lookAhead: number
  #items: Item[] = []
  /** Audio that does not fill a frame yet, and what to call when the next frame is sent. */
  #rest: Uint8Array = new Uint8Array(0)
  #onSent: (() => void)[] = []
  /** Frames that the other side has not played yet, by our own clock. */
  #ahead = 0
  #isSpeaking = false
  #isPaused = false

  /** @param lookAhead frames that are sent before they are due */
  constructor(wire: Wire, metronome: Metronome, format: FrameFormat, lookAhead: number) {
    this.#wire = wire
    this.#metronome = metronome
    this.#format = format
    this.#lookAhead = lookAhead
  }

  /**
   * Appends audio of any length.
   *
   * @param sent called when the first frame that has some of it is sent; never after {@link clear}
   */
  play(audio: Uint8Array, sent: () => void): void {
    const { bytes } = this.#format
    const samples = this.#rest.length === 0 ? audio : Buffer.concat([this.#rest, audio])
    const whole = samples.length - (samples.length % bytes)
    this.#onSent.push(sent)
    for (let at = 0; at < whole; at += bytes) this.#append(samples.subarray(at, at + bytes))
    this.#rest = samples.subarray(whole)
    this.#send()
  }

  /**
   * Ends an utterance: its last frame is filled up with silence, and a mark follows it.
   *
   * @param sent called when all of it is sent; never after {@link clear}
   */
  finish(mark: string, sent: () => void): void {
    const { bytes, silence } = this.#format
    if (this.#rest.length > 0) {
      const last = new Uint8Array(bytes).fill(silence)
      last.set(this.#rest)
      this.#rest = new Uint8Array(0)
      this.#append(last)
    }
    this.#items.push({ frame: undefined, mark, sent: [...this.#onSent.splice(0), sent] })
    this.#send()
  }

  /** Makes the line silent at once: drops all that waits, and has the other side drop what it has not played. */
  clear(): void {
    this.close()
    this.#ahead = 0
    this.#isSpeaking = false
    this.#isPaused = false
    this.#wire.clear()
  }

  /** Sends nothing until {@link resume}, because the other side has no room. */
  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    this.#send()
  }

  /** Drops what was not sent, because the call is over. */
  close(): void {
    this.#items = []
    this.#rest = new Uint8Array(0)
    this.#onSent = []
    this.#metronome.leave(this)
  }

  /** Sends as many frames as have been played since the last beat. */
  beat(frames: number): boolean {
    this.#ahead = Math.max(0, this.#ahead - frames)
    this.#send()
    return this.#ahead > 0 || this.#items.length > 0
  }

  #append(frame: Uint8Array): void {
    this.#items.push({ frame, mark: undefined, sent: this.#onSent.splice(0) })
  }

  #send(): void {
    let count = 0
    for (const item of this.#items) {
      if (this.#isPaused || (item.frame !== undefined && this.#ahead >= this.#lookAhead)) break
      count++
      this.#write(item)
    }
    if (count === 0) return
    const sent = this.#items.splice(0, count)
    if (this.#ahead > 0 || this.#items.length > 0) this.#metronome.join(this)
    for (const item of sent) for (const notify of item.sent) notify()
  }

  #write({ frame, mark }: Item): void {
    if (!this.#isSpeaking && frame !== undefined) this.#wire.begin()
    this.#isSpeaking = frame !== undefined
    if (frame !== undefined) {
      this.#wire.media(frame)
      this.#ahead++
    } else if (mark !== undefined) this.#wire.mark(mark)
  }
}
