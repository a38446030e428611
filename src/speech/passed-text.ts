import type { Forecast, SpokenText, TextSource, TextStream } from './text-stream.ts'

/** A piece of a transcript as it was written, tags included. */
export interface PassedText extends SpokenText {
  readonly text: string
  /** Most milliseconds that the engine may let it wait for the rest of its clause; undefined: it decides. */
  readonly maxDelay: number | undefined
}

/** A transcript for an engine that takes it as it comes: nothing waits here, and nothing is cut. */
export class TextPasser implements TextSource<PassedText> {
  readonly isWaiting = false
  readonly #reader: TextStream
  #end = 0

  /** @param reader reads what is passed on, to tell how long it is and whether there is anything to say */
  constructor(reader: TextStream) {
    this.#reader = reader
  }

  forecast(text: string, limit: number): Promise<Forecast> {
    return this.#reader.forecast(text, limit)
  }

  push(text: string, maxDelay: number | undefined): PassedText[] {
    this.#reader.push(text)
    this.#end += text.length
    return [{ text, maxDelay, end: this.#end }]
  }

  flush(flushId?: number): PassedText[] {
    this.#reader.flush()
    return flushId === undefined ? [] : [{ text: '', maxDelay: undefined, end: this.#end, flushId }]
  }

  flushWords(): PassedText[] {
    return []
  }
}
