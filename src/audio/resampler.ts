import { core } from './core.ts'
import { PolyphaseResampler } from './polyphase-resampler.ts'

/**
 * Takes one stream of audio from 22050 Hz to 8000, 16000 or 24000 Hz. It withholds from the first piece 264 samples
 * (12.0 ms) at 8000 Hz, 136 (6.2 ms) at 16000 Hz, 96 (4.4 ms) at 24000 Hz.
 */
export class Resampler extends PolyphaseResampler {
  /** @param rate Hz of the output */
  constructor(rate: 8000 | 16000 | 24000) {
    super(core.filterTo(rate))
  }
}
