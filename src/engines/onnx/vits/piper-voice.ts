import { type Static, Type } from '@sinclair/typebox'
import { ModelError } from '../../shared/engine-kind.ts'
import { checkedJson } from '../json-file.ts'
import type { Accent } from '../phones/phones.ts'

/** Many more than any voice of Piper has (904). */
const MOST_SPEAKERS = 10_000

/** What is read of the JSON file beside a Piper voice's graph. */
const FILE = Type.Object({
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
  num_speakers: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_SPEAKERS })),
  speaker_id_map: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 0 }))),
})

/** The graph's ids for each symbol. */
export type SymbolIds = Readonly<Record<string, readonly number[]>>

/** A voice of Piper, as the JSON file beside its graph describes it. */
export interface PiperVoice {
  /** Samples a second. */
  readonly sampleRate: number
  /** How Purr pronounces for it. */
  readonly accent: Accent
  /** BCP-47 tag. */
  readonly language: string
  /** The graph's number for each speaker of the voice. A speaker without a name goes by its number. */
  readonly speakers: ReadonlyMap<string, number>
  readonly symbols: SymbolIds
  /** How much noise there is in the latents, and in the durations. */
  readonly noise: number
  readonly durationNoise: number
  /** Piper's `length_scale`: the factor on phone lengths at the voice's own speed. */
  readonly lengthScale: number
}

/** The accent in which Purr pronounces for each of espeak-ng's voices, by its name. It pronounces for no others. */
const ACCENTS: ReadonlyMap<string, Accent> = new Map([
  ['en-us', 'en-us'],
  ['en-gb-x-rp', 'en-gb'],
  ['en-gb', 'en-gb'],
  ['en', 'en-gb'],
  ['de', 'de'],
  ['nl', 'nl'],
])
/** What is spoken with an accent. */
const LANGUAGES: Readonly<Record<Accent, string>> = { 'en-us': 'en-US', 'en-gb': 'en-GB', de: 'de', nl: 'nl' }

/** What Piper takes where the file does not say it. */
const NOISE = 0.667
const DURATION_NOISE = 0.8
const LENGTH_SCALE = 1

/** How the file says that the voice reads espeak-ng's phones; an earlier trainer wrote the name that its Python has for it. */
const ESPEAK = ['espeak', 'PhonemeType.ESPEAK']

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
  const voice = checkedJson(bytes, FILE, file, 'a Piper voice')
  const { phoneme_id_map: symbols, phoneme_type: type = 'espeak', espeak, inference } = voice
  const missing = [START, BETWEEN, END].filter((symbol) => symbols[symbol] === undefined)
  if (missing.length > 0) throw new ModelError(`${file}: phoneme_id_map lacks ${missing.join(' ')}`)
  if (!ESPEAK.includes(type)) {
    throw new ModelError(`${file}: the voice reads ${type} instead of phones: choose another voice`)
  }
  const accent = ACCENTS.get(espeak?.voice ?? '')
  if (accent === undefined) {
    throw new ModelError(
      `${file}: Purr does not pronounce for espeak-ng's voice "${espeak?.voice ?? ''}": choose a voice for ${[...ACCENTS.keys()].join(', ')}`,
    )
  }
  return {
    accent,
    symbols,
    sampleRate: voice.audio.sample_rate,
    language: languageOf(accent, voice.language?.code ?? ''),
    speakers: speakersOf(voice),
    noise: inference?.noise_scale ?? NOISE,
    durationNoise: inference?.noise_w ?? DURATION_NOISE,
    lengthScale: inference?.length_scale ?? LENGTH_SCALE,
  }
}

/**
 * What an accent speaks, with the region that the file names: as "nl_BE", or in a file that is as the trainer wrote it, by the
 * name of espeak-ng's voice, "en-us".
 */
function languageOf(accent: Accent, code: string): string {
  const own = new Intl.Locale(LANGUAGES[accent])
  const named = localeOf(code.replace('_', '-')) ?? own
  return (named.language === own.language ? named : own).baseName
}

/** Undefined: it is no BCP-47 tag. */
function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

function speakersOf({
  speaker_id_map: named = {},
  num_speakers = 1,
}: Static<typeof FILE>): Map<string, number> {
  const speakers = new Map(Object.entries(named))
  const numbered = new Set(speakers.values())
  for (let number = 0; number < num_speakers; number++) {
    if (!numbered.has(number) && !speakers.has(`${number}`)) speakers.set(`${number}`, number)
  }
  return speakers
}

/** Phones without the symbols that a voice lacks, composed symbols being taken apart. */
export function knownPhones(phones: string, symbols: SymbolIds): string {
  return Array.from(phones.normalize('NFD'))
    .filter((symbol) => symbols[symbol] !== undefined)
    .join('')
}

/** The ids that a voice has for phones. */
export interface PiperIds {
  /** The start id, the phones' ids and the end id, with the separator after the start and after each phone. */
  readonly ids: readonly number[]
  /** How many ids there are before the first symbol of the phones. */
  readonly start: number
  /** The number of ids up to the end of each symbol. */
  readonly ends: readonly number[]
}

/** @param phones as espeak-ng writes them, in symbols that the voice has */
export function piperIds(phones: string, symbols: SymbolIds): PiperIds {
  const between = symbols[BETWEEN]!
  const ids = [...symbols[START]!, ...between]
  const start = ids.length
  const ends: number[] = []
  for (const symbol of phones) {
    ids.push(...symbols[symbol]!, ...between)
    ends.push(ids.length)
  }
  ids.push(...symbols[END]!)
  return { ids, start, ends }
}
