import type { VoiceDetails } from '../../../../voices/voice-details.ts'
import { Stat } from '../../ui/card.tsx'
import { formatNumber, formatPercent } from '../../ui/format.ts'
import { Spectrum } from './spectrum.tsx'

type MeasuredProfile = NonNullable<VoiceDetails['profile']>

/** What was measured of a person whose voice was cloned. */
export function Profile({ profile }: { profile: MeasuredProfile }) {
  const { band, spectrum } = profile
  return (
    <section className="stack" aria-label="Measured profile">
      <div className="grid profile-numbers">
        <Stat label="Pitch" value={`${formatNumber(profile.pitch_hz)} Hz`} note="Median" />
        <Stat
          label="Pitch range"
          value={`${profile.pitch_range_semitones} semitones`}
          note="From the 10th to the 90th percentile"
        />
        <Stat label="Vocal tract" value={tract(profile.formant_scale)} note="Length, by formants" />
        <Stat
          label="Breathiness"
          value={formatPercent(profile.breathiness)}
          note="Noise in voiced sounds, 1–3.4 kHz"
        />
        <Stat
          label="Pace"
          value={`${profile.syllables_per_second} syllables/s`}
          note="Without pauses; for comparison"
        />
        <Stat
          label="Recorded band"
          value={`${formatNumber(band.from_hz)}–${formatNumber(band.to_hz)} Hz`}
          note="What the recording holds"
        />
      </div>
      <Spectrum levels={spectrum} band={band} />
    </section>
  )
}

/** Formants are the higher the shorter the vocal tract is. */
function tract(formants: number): string {
  const longer = Math.round((1 / formants - 1) * 100)
  if (longer === 0) return 'As the reference'
  return `${Math.abs(longer)}% ${longer > 0 ? 'longer' : 'shorter'}`
}
