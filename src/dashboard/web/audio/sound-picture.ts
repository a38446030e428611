import FFT from 'fft.js'

/** Columns a second, in which the least and the greatest sample and the spectrum are drawn. */
export const COLUMNS_PER_SECOND = 100
/** Rows of the spectrum: bands that are as far apart as people hear them, the lowest first. */
export const BANDS = 64
/** What is drawn of power: from this many decibels below the loudest that can be. */
const RANGE = 75
/** Hz */
const LOWEST = 50
const HIGHEST = 8000
/** Seconds of which a spectrum is taken. */
const FRAME = 0.025

/** The waveform and the spectrogram of sound that arrives in pieces, column by column. */
export class SoundPicture {
  readonly #rate: number
  readonly #hop: number
  readonly #size: number
  readonly #fft: FFT
  readonly #window: Float64Array
  /** The bins of each band, half open. */
  readonly #bins: readonly (readonly [number, number])[]
  readonly #spectrum: Float64Array
  readonly #frame: Float64Array
  /** The samples of the frame of the next column, as far as they are there. */
  readonly #held: Float32Array
  #heldLength = 0
  #taken = 0
  #peak = 0
  readonly #lows: number[] = []
  readonly #highs: number[] = []
  readonly #columns: Uint8Array[] = []

  /** @param rate samples a second */
  constructor(rate: number) {
    this.#rate = rate
    this.#hop = rate / COLUMNS_PER_SECOND
    this.#size = 2 ** Math.round(Math.log2(FRAME * rate))
    this.#fft = new FFT(this.#size)
    this.#window = Float64Array.from(
      { length: this.#size },
      (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / this.#size),
    )
    this.#spectrum = new Float64Array(2 * this.#size)
    this.#frame = new Float64Array(this.#size)
    this.#held = new Float32Array(this.#size + Math.ceil(this.#hop))
    this.#bins = bandsOf(this.#size, rate)
  }

  /** Columns that are complete. */
  get length(): number {
    return this.#columns.length
  }

  /** Seconds of the sound that came. */
  get seconds(): number {
    return this.#taken / this.#rate
  }

  /** The greatest sample of all columns, whatever its sign. */
  get peak(): number {
    return this.#peak
  }

  /** The least and the greatest sample of a column. */
  extent(column: number): readonly [number, number] {
    return [this.#lows[column]!, this.#highs[column]!]
  }

  /** How strong each band is in a column, 0 to 255. */
  bands(column: number): Uint8Array {
    return this.#columns[column]!
  }

  /** The next samples. */
  push(samples: Float32Array): void {
    let at = 0
    while (at < samples.length) {
      const count = Math.min(samples.length - at, this.#held.length - this.#heldLength)
      this.#held.set(samples.subarray(at, at + count), this.#heldLength)
      this.#heldLength += count
      this.#taken += count
      at += count
      this.#complete()
    }
  }

  /** Adds the columns for which there are enough samples. */
  #complete(): void {
    while (this.#heldLength >= this.#size) {
      const next = Math.round((this.length + 1) * this.#hop) - Math.round(this.length * this.#hop)
      this.#add(next)
      this.#held.copyWithin(0, next, this.#heldLength)
      this.#heldLength -= next
    }
  }

  /** @param step samples of the column */
  #add(step: number): void {
    let low = 0
    let high = 0
    for (let i = 0; i < step; i++) {
      low = Math.min(low, this.#held[i]!)
      high = Math.max(high, this.#held[i]!)
    }
    this.#peak = Math.max(this.#peak, high, -low)
    this.#lows.push(low)
    this.#highs.push(high)
    for (let i = 0; i < this.#size; i++) this.#frame[i] = this.#held[i]! * this.#window[i]!
    this.#fft.realTransform(this.#spectrum, this.#frame)
    // A full sine's peak has this power after the window.
    const full = (this.#size / 4) ** 2
    const column = Uint8Array.from(this.#bins, ([from, to]) => {
      let power = 0
      for (let bin = from; bin < to; bin++)
        power = Math.max(power, this.#spectrum[2 * bin]! ** 2 + this.#spectrum[2 * bin + 1]! ** 2)
      const decibels = 10 * Math.log10(power / full + 1e-12)
      return Math.max(0, Math.min(255, Math.round(255 * (1 + decibels / RANGE))))
    })
    this.#columns.push(column)
  }
}

/** The bins of each band, at least one. */
function bandsOf(size: number, rate: number): (readonly [number, number])[] {
  const [from, to] = [melOf(LOWEST), melOf(Math.min(HIGHEST, rate / 2))]
  const binAt = (place: number) => (hertzOf(from + ((to - from) * place) / BANDS) * size) / rate
  return Array.from({ length: BANDS }, (_, band) => {
    const first = Math.min(size / 2 - 1, Math.floor(binAt(band)))
    return [first, Math.max(first + 1, Math.min(size / 2, Math.floor(binAt(band + 1))))] as const
  })
}

function melOf(hertz: number): number {
  return 2595 * Math.log10(1 + hertz / 700)
}

function hertzOf(mel: number): number {
  return 700 * (10 ** (mel / 2595) - 1)
}
