import FFT from 'fft.js'

/**
 * The discrete cosine transform of type IV, u[m] = Σ X[k] cos(π/M (m + ½)(k + ½)), by a complex Fourier transform of
 * half the size: pair the values from both ends, rotate the pairs, transform, and rotate again.
 */
export class Dct4 {
  readonly #size: number
  /** cos and −sin of π(8k + 1)/8M. */
  readonly #rotation: Float64Array
  readonly #fft: FFT
  /** Input and output of the Fourier transform: complex numbers as pairs. */
  readonly #pairs: Float64Array
  readonly #spectrum: Float64Array

  /** @param size a power of 2 */
  constructor(size: number) {
    this.#size = size
    this.#rotation = new Float64Array(size)
    for (let k = 0; k < size / 2; k++) {
      const angle = (Math.PI * (8 * k + 1)) / (8 * size)
      this.#rotation[2 * k] = Math.cos(angle)
      this.#rotation[2 * k + 1] = -Math.sin(angle)
    }
    this.#fft = new FFT(size / 2)
    this.#pairs = new Float64Array(size)
    this.#spectrum = new Float64Array(size)
  }

  transform(input: Float64Array, output: Float64Array): void {
    const spectrum = this.#spectrum
    for (let k = 0; k < this.#size / 2; k++) {
      this.#rotate(this.#pairs, k, input[2 * k]!, input[this.#size - 1 - 2 * k]!)
    }
    this.#fft.transform(spectrum, this.#pairs)
    for (let k = 0; k < this.#size / 2; k++) {
      this.#rotate(spectrum, k, spectrum[2 * k]!, spectrum[2 * k + 1]!)
      output[2 * k] = spectrum[2 * k]!
      output[this.#size - 1 - 2 * k] = -spectrum[2 * k + 1]!
    }
  }

  /** Rotates a complex number and stores it as pair `k`. */
  #rotate(pairs: Float64Array, k: number, re: number, im: number): void {
    const cos = this.#rotation[2 * k]!
    const sin = this.#rotation[2 * k + 1]!
    pairs[2 * k] = re * cos - im * sin
    pairs[2 * k + 1] = re * sin + im * cos
  }
}
