/** Samples on their way to the loudspeaker, first in, first out. It grows where more wait than it has room for. */
export class SampleRing {
  #samples: Float32Array
  #first = 0
  #length = 0

  /** @param room samples that it has room for without growing */
  constructor(room: number) {
    this.#samples = new Float32Array(room)
  }

  /** Samples that wait. */
  get length(): number {
    return this.#length
  }

  write(samples: Float32Array): void {
    if (this.#length + samples.length > this.#samples.length) this.#grow(this.#length + samples.length)
    const end = (this.#first + this.#length) % this.#samples.length
    const before = Math.min(samples.length, this.#samples.length - end)
    this.#samples.set(samples.subarray(0, before), end)
    this.#samples.set(samples.subarray(before), 0)
    this.#length += samples.length
  }

  /** Takes the samples that wait, as many as there are and fit. Returns how many. */
  read(into: Float32Array): number {
    const count = Math.min(into.length, this.#length)
    const before = Math.min(count, this.#samples.length - this.#first)
    into.set(this.#samples.subarray(this.#first, this.#first + before))
    into.set(this.#samples.subarray(0, count - before), before)
    this.#first = (this.#first + count) % this.#samples.length
    this.#length -= count
    return count
  }

  clear(): void {
    this.#first = 0
    this.#length = 0
  }

  #grow(needed: number): void {
    const larger = new Float32Array(2 ** Math.ceil(Math.log2(needed)))
    const length = this.read(larger)
    this.#samples = larger
    this.#first = 0
    this.#length = length
  }
}
