import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BANDS } from './frames.ts'

/** The file keeps log amplitudes in sixteenths of a nat: half a dB. */
export const STEPS_A_NAT = 16

/** Envelopes of voiced sounds of one speaker: log amplitude in each band. Formants are measured against them. */
export type Codebook = readonly Float32Array[]

/** The reference speaker's codebook. */
export function referenceSpeaker(): Codebook {
  const bytes = new Int8Array(readFileSync(join(import.meta.dir, 'reference-codebook.bin')))
  return Array.from({ length: bytes.length / BANDS }, (_, entry) =>
    Float32Array.from(bytes.subarray(entry * BANDS, (entry + 1) * BANDS), (step) => step / STEPS_A_NAT),
  )
}
