import { nearest, type Range } from '../../../languages/shared/markup/prosody-range.ts'
import type { NamedSpeaker } from '../../shared/speaker.ts'

/** What every request to the servers of an engine is made with. */
export interface UpstreamSettings {
  readonly model: string
  readonly key: string | undefined
  /** What Cartesia wants as Cartesia-Version. */
  readonly version: string | undefined
  /** Hz. */
  readonly sampleRate: number
}

/** What the protocol allows, as factors. */
const SPEED: Range = { least: 0.6, most: 1.5 }
const VOLUME: Range = { least: 0.5, most: 2 }

/** The headers of a request or a handshake. */
export function headersOf({ key, version }: UpstreamSettings): Record<string, string> {
  return {
    ...(key !== undefined && { 'X-API-Key': key }),
    ...(version !== undefined && { 'Cartesia-Version': version }),
  }
}

/**
 * The fields of a request that say how its text is spoken.
 *
 * @param tag of the locale in which the text is read (BCP-47). Cartesia itself knows languages without their regions
 */
export function speechFields(
  { model, version, sampleRate }: UpstreamSettings,
  { voice, speed, volume = 1 }: NamedSpeaker,
  tag: string,
): Record<string, unknown> {
  return {
    model_id: model,
    voice: { mode: 'id', id: voice },
    output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: sampleRate },
    language: version === undefined ? tag : new Intl.Locale(tag).language,
    ...((speed !== 1 || volume !== 1) && {
      generation_config: { speed: nearest(SPEED, speed), volume: nearest(VOLUME, volume) },
    }),
  }
}
