import { Value } from '@sinclair/typebox/value'
import { concatenate } from '../../../../src/audio/concatenate.ts'
import { OPENAI } from '../../../../src/engines/remote/openai/openai.ts'
import type { Engine, Segment, Speech, WordTime } from '../../../../src/engines/shared/engine.ts'
import type { OpenedEngine } from '../../../../src/engines/shared/engine-kind.ts'
import type { NamedSpeaker } from '../../../../src/engines/shared/speaker.ts'
import { createLog } from '../../../../src/telemetry/log.ts'
import { segmentsOf } from '../../../support/text-stream.ts'

/** Opens a model of the kind, with a configuration that is checked as that of a file is. */
export function opened(
  config: Readonly<Record<string, unknown>>,
  env: Record<string, string> = {},
  logged: string[] = [],
): Promise<OpenedEngine> {
  const checked = Value.Decode(OPENAI.schema, config)
  const log = createLog({ write: (line) => logged.push(line) })
  return OPENAI.open(checked, { id: 'far', folder: '/models/far', env, log })
}

/** The one segment of a text. */
export function segmentOf(text: string): Segment {
  const [first, ...rest] = segmentsOf(text)
  if (first?.segment === undefined || rest.length > 0) throw new Error(`not one segment: ${text}`)
  return first.segment
}

export const SENTENCE = segmentOf('The birch canoe slid on the smooth planks.')

export interface SpokenOptions {
  readonly signal?: AbortSignal
  readonly speaker?: NamedSpeaker
  readonly isOpening?: boolean
}

/** What an engine makes of a segment, stretch by stretch. */
export function speak(
  engine: Engine,
  segment = SENTENCE,
  {
    signal = new AbortController().signal,
    isOpening = true,
    speaker = { voice: 'default', speed: 1, pace: 1 },
  }: SpokenOptions = {},
): AsyncIterable<Speech> {
  return engine.speak(segment, speaker, { signal, due: performance.now(), isOpening })
}

export interface Spoken {
  readonly pcm: Float32Array
  readonly words: readonly WordTime[]
}

/** All that an engine makes of a segment. */
export async function spoken(engine: Engine, segment?: Segment, options?: SpokenOptions): Promise<Spoken> {
  const pieces: Float32Array[] = []
  const words: WordTime[] = []
  let isOver = false
  for await (const speech of speak(engine, segment, options)) {
    if (isOver) throw new Error('there is speech after the last stretch')
    pieces.push(speech.pcm)
    words.push(...speech.words)
    isOver = speech.isLast
  }
  if (!isOver) throw new Error('the last stretch is not marked')
  return { pcm: concatenate(pieces), words }
}

/** The pitch of a tone at 22050 Hz, in Hz, from where it crosses zero upwards. */
export function pitchOf(pcm: Float32Array): number {
  const crossings: number[] = []
  for (let i = 1; i < pcm.length; i++) if (pcm[i - 1]! < 0 && pcm[i]! >= 0) crossings.push(i)
  return ((crossings.length - 1) * 22_050) / (crossings.at(-1)! - crossings[0]!)
}

/** What an iteration is refused with. */
export async function failureOf(speech: AsyncIterable<unknown>): Promise<unknown> {
  try {
    for await (const _ of speech);
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}
