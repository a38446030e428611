import { sizeInWords } from '../engines/installation/size-in-words.ts'

const WIDTH = 24
/** The bar is drawn no more often than this (milliseconds). */
const EVERY = 100

/** Shows at the terminal how much of a download is there. Where there is no terminal, it shows nothing. */
export class ProgressBar {
  readonly #total: number
  readonly #began = performance.now()
  #done = 0
  #drawnAt = Number.NEGATIVE_INFINITY

  /** @param total bytes */
  constructor(total: number) {
    this.#total = total
  }

  /** This many more bytes are there; a negative number takes bytes back. */
  add(bytes: number): void {
    this.#done += bytes
    if (performance.now() - this.#drawnAt > EVERY || this.#done >= this.#total) this.#draw()
  }

  /** Ends the line. */
  end(): void {
    if (process.stderr.isTTY) process.stderr.write('\n')
  }

  #draw(): void {
    this.#drawnAt = performance.now()
    if (!process.stderr.isTTY) return
    const share = this.#total === 0 ? 1 : Math.min(1, this.#done / this.#total)
    const filled = Math.round(share * WIDTH)
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
    const rate = this.#done / ((this.#drawnAt - this.#began) / 1000)
    const line = `${bar} ${Math.floor(share * 100)} %  ${sizeInWords(this.#done)} of ${sizeInWords(this.#total)}  ${sizeInWords(rate)}/s`
    process.stderr.write(`\r${line}\u001b[K`)
  }
}
