import { concatenate } from '../../../src/audio/concatenate.ts'
import { LOCAL_KINDS } from '../../../src/engines/local-kinds.ts'
import { checkConfig } from '../../../src/engines/model-config.ts'
import type { Engine, Segment, Speech } from '../../../src/engines/shared/engine.ts'
import type { OpenedEngine } from '../../../src/engines/shared/engine-kind.ts'
import type { NamedSpeaker } from '../../../src/engines/shared/speaker.ts'
import { speechFrom } from '../../../src/engines/shared/speech-from.ts'
import { localeOf } from '../../../src/languages/registry.ts'
import { createLog } from '../../../src/telemetry/log.ts'
import { segmentsOf } from '../text-stream.ts'

/** Opens a model of a folder as the registry does, however slow this machine is. */
export async function opened(
  folder: string,
  config: Readonly<Record<string, unknown>>,
): Promise<OpenedEngine> {
  const kind = await LOCAL_KINDS[String(config.engine)]!()
  const checked = checkConfig({ ...config, force: true }, kind.schema, 'config.json')
  return kind.open(checked, { id: 'tiny', folder, env: {}, log: createLog({ write: () => {} }) })
}

/** The first segment of a text. */
export function segmentOf(text: string, tag = 'en-US'): Segment {
  return segmentsOf(text, localeOf(tag))[0]!.segment!
}

/** What an engine says for a segment. */
export async function spoken(engine: Engine, segment: Segment, speaker: NamedSpeaker): Promise<Speech[]> {
  const { signal } = new AbortController()
  return Array.fromAsync(engine.speak(segment, speaker, { signal, due: 0, isOpening: true }))
}

/** What an engine must say for a segment, made of samples at a model's rate. */
export async function expectedSpeech(
  samples: readonly number[],
  sampleRate: number,
  segment: Segment,
): Promise<Speech[]> {
  async function* pieces() {
    yield { pcm: Float32Array.from(samples), isLast: true }
  }
  return Array.fromAsync(speechFrom(pieces(), { sampleRate, segment, speaker: {} }))
}

/** All samples of what is said. */
export function pcmOf(speech: readonly Speech[]): number[] {
  return [...concatenate(speech.map(({ pcm }) => pcm))]
}
