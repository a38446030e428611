import type { SoundFormat } from '../audio/wav.ts'

/** How speech reaches the page. */
export type Transport = 'bytes' | 'sse' | 'websocket'

/** What is to be spoken, and how. */
export interface SpeechSettings {
  readonly text: string
  readonly model: string
  readonly voice: string
  /** A BCP-47 tag; undefined: that of the voice. */
  readonly language: string | undefined
  /** A factor; 1 where the model has only its own speed. */
  readonly speed: number
  readonly transport: Transport
  readonly container: 'raw' | 'wav'
  readonly format: SoundFormat
}

/** Paths of the API. */
export const PATHS: Readonly<Record<Transport, string>> = {
  bytes: '/tts/bytes',
  sse: '/tts/sse',
  websocket: '/tts/websocket',
}

/** Whether a transport reports when words are spoken. */
export function hasWordTimes(transport: Transport): boolean {
  return transport !== 'bytes'
}

/** The body of a request, as the API takes it. */
export function bodyOf({ text, model, voice, language, speed, ...settings }: SpeechSettings) {
  const { transport, container, format } = settings
  return {
    model_id: model,
    transcript: text,
    voice: { mode: 'id', id: voice },
    output_format: {
      container: transport === 'bytes' ? container : 'raw',
      encoding: format.encoding,
      sample_rate: format.sampleRate,
    },
    ...(language !== undefined && { language }),
    ...(speed !== 1 && { generation_config: { speed } }),
    ...(hasWordTimes(transport) && { add_timestamps: true }),
  }
}

/** What a text costs: one credit for each code point. */
export function creditsOf(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
