import type { Forecast, SpokenText, TextSegment, TextSource, TextStream } from './text-stream.ts'

/** A piece of a transcript as it was written, tags included. */
export interface PassedText extends SpokenText {
  readonly text: string
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
    return [{ text, maxDelay, end: this.#end, read: this.#reader.push(text) }]
  }

  flush(flushId?: number): PassedText[] {
    const rest = { text: '', maxDelay: undefined, end: this.#end, read: this.#reader.flush() }
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
