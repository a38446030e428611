import { ENCODINGS, type OutputFormat, SAMPLE_RATES } from '../../src/audio/output-format.ts'

/** All raw formats. */
export const FORMATS: OutputFormat[] = ENCODINGS.flatMap((encoding) =>
  SAMPLE_RATES.map((sampleRate) => ({ container: 'raw' as const, encoding, sampleRate })),
)
