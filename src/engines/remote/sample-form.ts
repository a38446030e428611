import { ServerFault } from './server-fault.ts'

/** How a server says that its samples are to be read. */
export interface SampleForm {
  /** Hz. */
  readonly rate: number
  readonly channels: number
  readonly bits: number
}

/**
 * Checks samples for the one form in which they are read: one channel of 16 bits, at the rate that is set.
 *
 * @throws ServerFault when they have another: they would be heard as noise, or too slow or fast
 */
export function checkForm({ rate, channels, bits }: SampleForm, sampleRate: number): void {
  if (channels !== 1 || bits !== 16) {
    throw new ServerFault(
      'failed',
      `sent audio of ${channels} channels and ${bits} bits: one channel of 16 bits, uncompressed, is needed`,
    )
  }
  if (rate !== sampleRate) {
    throw new ServerFault(
      'failed',
      `sent audio at ${rate} Hz: set sample_rate in the model's config.json to ${rate}`,
    )
  }
}
