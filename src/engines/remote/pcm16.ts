/** Reads a stream of 16-bit little-endian samples, wherever it is cut. */
export class Pcm16Reader {
  /** The first half of a sample whose second half is still to come. */
  #half: number | undefined

  /** The samples that are complete with these bytes, -1 to 1. */
  read(bytes: Uint8Array): Float32Array<ArrayBuffer> {
    const lead = this.#half === undefined ? 0 : 1
    const count = (lead + bytes.length) >> 1
    const samples = new Float32Array(count)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let i = 0; i < count; i++) {
      const at = 2 * i - lead
      samples[i] = (at < 0 ? ((bytes[0]! << 24) >> 16) | this.#half! : view.getInt16(at, true)) / 32768
    }
    const isCut = (lead + bytes.length) % 2 === 1
    if (bytes.length > 0) this.#half = isCut ? bytes.at(-1) : undefined
    return samples
  }
}
