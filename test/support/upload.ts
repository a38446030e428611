import { Connection, head } from './connection.ts'
import { CLIP, FORM_TYPE, formWith } from './form.ts'

/** A form that is posted in two halves, over a connection of its own. */
export class Upload extends Connection {
  readonly #form: Buffer

  /**
   * Sends the first half.
   *
   * @param clip what the form has for one
   */
  constructor(url: string, path: string, key: string, clip: Uint8Array = CLIP) {
    super(url)
    this.#form = formWith({ clip })
    this.send(head(path, key, this.#form.length, FORM_TYPE))
    this.send(this.#form.subarray(0, 100))
  }

  /** Sends the second half. */
  finish(): void {
    this.send(this.#form.subarray(100))
  }
}
