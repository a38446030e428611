import type { Forecast, SpokenText, TextSegment, TextSource, TextStream } from './text-stream.ts'

/** A piece of a transcript as it was written, tags included. */
export interface PassedText extends SpokenText {
  readonly text: string
  /** Predicted length in seconds of all text up to its end. */
  readonly seconds: number
  /** Most milliseconds that the engine may let it wait for the rest of its clause; undefined: it decides. */
  readonly maxDelay: number | undefined
  /** What has been read with it, from which the times of its words can be estimated. */
  readonly read: readonly TextSegment[]
}

/** A transcript for an engine that takes it as it comes: nothing waits here, and nothing is cut. */
export class TextPasser implements TextSource<PassedText> {
  readonly isWaiting = false
  readonly #reader: TextStream
  #end = 0

  /** @param reader reads what is passed on, to find out how long it is and whether there is anything to say */
  constructor(reader: TextStream) {
    this.#reader = reader
  }

  forecast(text: string, limit: number): Promise<Forecast> {
    return this.#reader.forecast(text, limit)
  }

  push(text: string, maxDelay: number | undefined): PassedText[] {
    this.#end += text.length
    const read = this.#reader.push(text)
    return [{ text, seconds: this.#reader.seconds, maxDelay, end: this.#end, read }]
  }

  flush(flushId?: number): PassedText[] {
    const read = this.#reader.flush()
    const rest = { text: '', seconds: this.#reader.seconds, maxDelay: undefined, end: this.#end, read }
    if (flushId !== undefined) return [{ ...rest, flushId }]
    return rest.read.length > 0 ? [rest] : []
  }

  flushWords(): PassedText[] {
    return []
  }

  silentEnd(): PassedText[] {
    return []
  }
}
