import { Connection, head } from './connection.ts'
import { CLIP, FORM_TYPE, formWith } from './form.ts'

/** Posts a form in two parts, over its own connection. */
export class Upload extends Connection {
  readonly #form: Buffer

  /**
   * Sends the head and the first bytes of the form.
   *
   * @param clip the clip in the form
   */
  constructor(url: string, path: string, key: string, clip: Uint8Array = CLIP) {
    super(url)
    this.#form = formWith({ clip })
    this.send(head(path, key, this.#form.length, FORM_TYPE))
    this.send(this.#form.subarray(0, 100))
  }

  /** Sends the rest of the form. */
  finish(): void {
    this.send(this.#form.subarray(100))
  }
}
