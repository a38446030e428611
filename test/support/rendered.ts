import { concatenate } from '../../src/audio/concatenate.ts'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import type { Segment, WordTime } from '../../src/engines/shared/engine.ts'
import type { AnySpeaker } from '../../src/engines/shared/speaker.ts'
import { localeOf } from '../../src/languages/registry.ts'
import { sharedEngine } from './service.ts'
import { segmentsOf } from './text-stream.ts'

/** A segment as the embedded model speaks it, which knows when its words sound. */
export interface Rendered {
  readonly segment: Segment
  readonly pcm: Float32Array
  readonly words: readonly WordTime[]
}

/** The segments of a text, spoken by the first voice of the language unless another one is given. */
export async function rendered(text: string, tag: string, speaker?: AnySpeaker): Promise<Rendered[]> {
  const engine = await sharedEngine()
  const locale = localeOf(tag)
  const voice =
    speaker ?? catalogue().find(({ language }) => localeOf(language).language === locale.language)!.speaker
  const all: Rendered[] = []
  for (const { segment } of segmentsOf(text, locale)) {
    if (segment === undefined) continue
    const pieces: Float32Array[] = []
    const words: WordTime[] = []
    const options = { signal: new AbortController().signal, due: 0, isOpening: false }
    for await (const stretch of engine.speak(segment, voice, options)) {
      pieces.push(stretch.pcm)
      words.push(...stretch.words)
    }
    all.push({ segment, pcm: concatenate(pieces), words })
  }
  return all
}
