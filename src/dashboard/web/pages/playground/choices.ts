import type { Encoding } from '../../audio/sample-decoder.ts'
import type { Transport } from '../../speech/request.ts'

/** What a person has chosen, but for the voice. */
export interface Choices {
  readonly text: string
  /** Undefined: that of the voice. */
  readonly language: string | undefined
  readonly speed: number
  readonly transport: Transport
  readonly container: 'raw' | 'wav'
  readonly encoding: Encoding
  readonly sampleRate: number
}
