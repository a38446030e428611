/** Reads samples of 16 bits, little-endian, from bytes that come in any pieces. Half a sample at the end is left out. */
export class SampleReader {
  /** The first byte of a sample whose second one has not come: one byte or none. */
  #half = new Uint8Array(0)

  /** The samples that are complete, -1 to 1. */
  read(bytes: Uint8Array): Float32Array {
    const all = new Uint8Array(this.#half.length + bytes.length)
    all.set(this.#half)
    all.set(bytes, this.#half.length)
    const count = all.length >> 1
    this.#half = all.slice(2 * count)
    const values = new Int16Array(all.buffer, 0, count)
    const samples = new Float32Array(count)
    for (let i = 0; i < count; i++) samples[i] = values[i]! / 32_768
    return samples
  }
}
