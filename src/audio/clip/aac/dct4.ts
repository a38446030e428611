/**
 * The discrete cosine transform of type IV, u[m] = Σ X[k] cos(π/M (m + ½)(k + ½)), by a complex Fourier transform of
 * half its size: rotate pairs from both ends, transform, rotate again.
 */
export class Dct4 {
  readonly #size: number
  /** cos and −sin of π(8k + 1)/8M. */
  readonly #rotation: Float64Array
  readonly #fft: Fft
  readonly #work: Float64Array

  /** @param size a power of 2 */
  constructor(size: number) {
    this.#size = size
    this.#rotation = new Float64Array(size)
    for (let k = 0; k < size / 2; k++) {
      const angle = (Math.PI * (8 * k + 1)) / (8 * size)
      this.#rotation[2 * k] = Math.cos(angle)
      this.#rotation[2 * k + 1] = -Math.sin(angle)
    }
    this.#fft = new Fft(size / 2)
    this.#work = new Float64Array(size)
  }

  transform(input: Float64Array, output: Float64Array): void {
    const work = this.#work
    for (let k = 0; k < this.#size / 2; k++) {
      this.#rotate(k, input[2 * k]!, input[this.#size - 1 - 2 * k]!)
    }
    this.#fft.transform(work)
    for (let k = 0; k < this.#size / 2; k++) {
      this.#rotate(k, work[2 * k]!, work[2 * k + 1]!)
      output[2 * k] = work[2 * k]!
      output[this.#size - 1 - 2 * k] = -work[2 * k + 1]!
    }
  }

  #rotate(k: number, re: number, im: number): void {
    const cos = this.#rotation[2 * k]!
    const sin = this.#rotation[2 * k + 1]!
    this.#work[2 * k] = re * cos - im * sin
    this.#work[2 * k + 1] = re * sin + im * cos
  }
}

/** The Fourier transform of complex numbers, stored as pairs, in place: radix 2, decimation in time. */
class Fft {
  readonly #size: number
  /** cos and −sin of 2πk/size. */
  readonly #roots: Float64Array

  constructor(size: number) {
    this.#size = size
    this.#roots = new Float64Array(size)
    for (let k = 0; k < size / 2; k++) {
      this.#roots[2 * k] = Math.cos((2 * Math.PI * k) / size)
      this.#roots[2 * k + 1] = -Math.sin((2 * Math.PI * k) / size)
    }
  }

  transform(data: Float64Array): void {
    this.#reverseBits(data)
    for (let half = 1; half < this.#size; half *= 2) {
      for (let start = 0; start < this.#size; start += 2 * half) {
        for (let k = 0; k < half; k++)
          this.#butterfly(data, start + k, start + k + half, k * (this.#size / half / 2))
      }
    }
  }

  #butterfly(data: Float64Array, a: number, b: number, root: number): void {
    const cos = this.#roots[2 * root]!
    const sin = this.#roots[2 * root + 1]!
    const re = data[2 * b]! * cos - data[2 * b + 1]! * sin
    const im = data[2 * b]! * sin + data[2 * b + 1]! * cos
    data[2 * b] = data[2 * a]! - re
    data[2 * b + 1] = data[2 * a + 1]! - im
    data[2 * a]! += re
    data[2 * a + 1]! += im
  }

  #reverseBits(data: Float64Array): void {
    for (let i = 1, j = 0; i < this.#size; i++) {
      let bit = this.#size >> 1
      for (; j & bit; bit >>= 1) j ^= bit
      j ^= bit
      if (i >= j) continue
      const re = data[2 * i]!
      const im = data[2 * i + 1]!
      data[2 * i] = data[2 * j]!
      data[2 * i + 1] = data[2 * j + 1]!
      data[2 * j] = re
      data[2 * j + 1] = im
    }
  }
}
