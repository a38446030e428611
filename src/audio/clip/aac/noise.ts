import { type Channel, eachWindow, NOISE } from './channel.ts'

/** Perceptual noise substitution (ISO/IEC 14496-3, 4.6.13): fills bands whose energy alone is coded. */
export class NoiseSource {
  #state = 1

  fill({ bands, info, spectrum }: Channel): void {
    for (const band of bands) {
      if (band.codebook !== NOISE) continue
      eachWindow(band, info, (start, end) => {
        let energy = 0
        for (let at = start; at < end; at++) {
          spectrum[at] = this.#next()
          energy += spectrum[at]! ** 2
        }
        const scale = band.scale / Math.sqrt(energy)
        for (let at = start; at < end; at++) spectrum[at]! *= scale
      })
    }
  }

  /** A pseudorandom number from −½ to ½, by a linear congruential generator (Numerical Recipes, 7.1). */
  #next(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) | 0
    return this.#state / 2 ** 32
  }
}
