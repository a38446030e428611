/** A complex discrete Fourier transform of one size (radix 2; Cooley and Tukey, 1965). */
export class Fourier {
  readonly size: number
  readonly #cos: Float64Array
  readonly #sin: Float64Array
  readonly #reversed: Uint32Array

  /** @param size a power of two */
  constructor(size: number) {
    this.size = size
    const angle = (2 * Math.PI) / size
    this.#cos = Float64Array.from({ length: size / 2 }, (_, k) => Math.cos(angle * k))
    this.#sin = Float64Array.from({ length: size / 2 }, (_, k) => Math.sin(angle * k))
    this.#reversed = new Uint32Array(size)
    for (let i = 1; i < size; i++) this.#reversed[i] = this.#reversed[i >> 1]! / 2 + (i & 1 ? size / 2 : 0)
  }

  /** Transforms in place; not scaled. The inverse, of a spectrum that is real and even, is the same. */
  transform(re: Float64Array, im: Float64Array): void {
    const { size } = this
    for (let i = 0; i < size; i++) {
      const j = this.#reversed[i]!
      if (j <= i) continue
      const x = re[i]!
      const y = im[i]!
      re[i] = re[j]!
      im[i] = im[j]!
      re[j] = x
      im[j] = y
    }
    for (let half = 1, step = size / 2; half < size; half *= 2, step /= 2) {
      for (let k = 0; k < half; k++) {
        const c = this.#cos[k * step]!
        const s = this.#sin[k * step]!
        for (let a = k; a < size; a += 2 * half) {
          const b = a + half
          const x = re[b]! * c + im[b]! * s
          const y = im[b]! * c - re[b]! * s
          re[b] = re[a]! - x
          im[b] = im[a]! - y
          re[a] = re[a]! + x
          im[a] = im[a]! + y
        }
      }
    }
  }
}
