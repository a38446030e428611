import { type Static, Type } from '@sinclair/typebox'
import { BAND_HZ } from '../speech/cloning/frames.ts'
import type { Profile } from '../speech/cloning/measure.ts'

/** What was measured of the person whose voice was cloned, as clients see it. */
export const PROFILE = Type.Object(
  {
    pitch_hz: Type.Number({ description: 'The median pitch of the voice, in Hz.', examples: [118.4] }),
    pitch_range_semitones: Type.Number({
      description: 'How far the pitch moves, from the tenth to the ninetieth percentile, in semitones.',
      examples: [6.2],
    }),
    formant_scale: Type.Number({
      description:
        "The formant frequencies relative to those of Purr's reference speaker: above 1 for a shorter vocal tract.",
      examples: [0.94],
    }),
    breathiness: Type.Number({
      description: 'The share of noise in voiced sounds between 1 and 3.4 kHz, from 0 to 1.',
      examples: [0.31],
    }),
    syllables_per_second: Type.Number({
      description: 'The speaking rate without pauses. It can be compared with that of other clones only.',
      examples: [4.1],
    }),
    band: Type.Object(
      {
        from_hz: Type.Number({ examples: [0] }),
        to_hz: Type.Number({ examples: [11_025] }),
      },
      { description: 'What the recording holds. A telephone call has nothing above 4 kHz.' },
    ),
    spectrum: Type.Array(Type.Object({ hz: Type.Number(), db: Type.Number() }), {
      description:
        'The long-term average spectrum of the speech without the background, on average 0 dB from 200 to 4000 Hz.',
      examples: [[{ hz: 250, db: 8.1 }]],
    }),
  },
  { additionalProperties: false },
)

/** Decibels of a factor e of the amplitude. */
const DB_A_NAT = 20 / Math.LN10

/** A profile as clients see it. */
export function shownProfile({
  f0,
  range,
  formants,
  breath,
  rate,
  band,
  spectrum,
}: Profile): Static<typeof PROFILE> {
  return {
    pitch_hz: rounded(f0, 1),
    pitch_range_semitones: rounded(range, 1),
    formant_scale: rounded(formants, 2),
    breathiness: rounded(breath, 2),
    syllables_per_second: rounded(rate, 1),
    band: { from_hz: Math.round(band.from), to_hz: Math.round(band.to) },
    spectrum: spectrum.map((level, at) => ({
      hz: Math.round(BAND_HZ[at]!),
      db: rounded(level * DB_A_NAT, 1),
    })),
  }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
