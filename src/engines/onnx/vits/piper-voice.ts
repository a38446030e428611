import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ModelError } from '../../shared/engine-kind.ts'
import type { Accent } from '../phones/phones.ts'

/** What is read of the JSON file beside a Piper voice's graph. */
const VOICE = Type.Object({
  audio: Type.Object({ sample_rate: Type.Integer({ minimum: 8000 }) }),
  espeak: Type.Optional(Type.Object({ voice: Type.String() })),
  language: Type.Optional(Type.Object({ code: Type.String() })),
  inference: Type.Optional(
    Type.Object({
      noise_scale: Type.Optional(Type.Number()),
      length_scale: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
      noise_w: Type.Optional(Type.Number()),
    }),
  ),
  phoneme_type: Type.Optional(Type.String()),
  phoneme_id_map: Type.Record(Type.String(), Type.Array(Type.Integer({ minimum: 0 }))),
  num_speakers: Type.Optional(Type.Integer({ minimum: 1 })),
  speaker_id_map: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 0 }))),
})

/** The JSON file beside a Piper voice's graph. */
export type PiperVoice = Static<typeof VOICE>

/** By the names of espeak-ng's voices: the accents that Purr pronounces for them. It pronounces for no others. */
const ACCENTS: Readonly<Record<string, Accent>> = {
  'en-us': 'en-us',
  'en-gb-x-rp': 'en-gb',
  'en-gb': 'en-gb',
  en: 'en-gb',
  de: 'de',
  nl: 'nl',
}

/** Symbols with a meaning of their own: before the first phone, between all of them, and after the last. */
const START = '^'
const BETWEEN = '_'
const END = '$'

/**
 * Reads the JSON file of a Piper voice.
 *
 * @param file its path, for messages
 * @throws ModelError when it is no such file, or of a voice that Purr cannot pronounce for
 */
export function readPiperVoice(bytes: Uint8Array, file: string): PiperVoice {
  const voice = parsed(bytes)
  const [error] = Value.Errors(VOICE, voice)
  if (error !== undefined) {
    const field = error.path.slice(1).replaceAll('/', '.') || 'the file'
    throw new ModelError(`${file} is not the file of a Piper voice: ${field}: ${error.message}`)
  }
  const checked = voice as PiperVoice
  const missing = [START, BETWEEN, END].filter((symbol) => checked.phoneme_id_map[symbol] === undefined)
  if (missing.length > 0) throw new ModelError(`${file}: phoneme_id_map lacks ${missing.join(' ')}`)
  if ((checked.phoneme_type ?? 'espeak') !== 'espeak') {
    throw new ModelError(
      `${file}: the voice reads ${checked.phoneme_type} instead of phones, which Purr cannot: choose another voice`,
    )
  }
  accentOf(checked, file)
  return checked
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}

/** How Purr pronounces for a voice. */
export function accentOf({ espeak }: PiperVoice, file: string): Accent {
  const accent = ACCENTS[espeak?.voice ?? '']
  if (accent !== undefined) return accent
  throw new ModelError(
    `${file}: Purr does not pronounce for "${espeak?.voice ?? 'no voice of espeak-ng'}": choose a voice of ${Object.keys(ACCENTS).join(', ')}`,
  )
}

/** BCP-47 tag of what a voice speaks. */
export function languageOf({ language, espeak }: PiperVoice): string {
  const code = language?.code.replace('_', '-') ?? espeak!.voice.split('-').slice(0, 2).join('-')
  return Intl.getCanonicalLocales(code)[0]!
}

/** A voice's speakers with the numbers that the graph has for them. One that has no name is known by its number. */
export function speakersOf({
  speaker_id_map: named,
  num_speakers: count = 1,
}: PiperVoice): Map<string, number> {
  const speakers = new Map(Object.entries(named ?? {}))
  const numbered = new Set(speakers.values())
  for (let number = 0; number < count; number++) if (!numbered.has(number)) speakers.set(`${number}`, number)
  return speakers
}

/**
 * The ids of phones, with the symbol for the start, that for the end, and one between all of them. What the voice has no
 * symbol for is left out.
 *
 * @param phones as espeak-ng writes them
 */
export function piperIds(phones: string, { phoneme_id_map: map }: PiperVoice): number[] {
  const between = map[BETWEEN]!
  const ids = [...map[START]!, ...between]
  for (const symbol of phones.normalize('NFD')) {
    const own = map[symbol]
    if (own !== undefined) ids.push(...own, ...between)
  }
  ids.push(...map[END]!)
  return ids
}
