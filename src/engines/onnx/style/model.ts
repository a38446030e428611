import { join } from 'node:path'
import { StyleTextToSpeech2Model, Tensor } from '@huggingface/transformers'
import { PhoneInventory } from '../../../languages/shared/pronunciation/phone-inventory.ts'
import { PhoneEncoder } from '../../pronunciation/phone-encoder.ts'
import { PRONUNCIATION_FOLDER } from '../../pronunciation/pronunciation-folder.ts'
import { ModelError } from '../../shared/engine-kind.ts'
import { loadPretrained } from '../load-pretrained.ts'
import type {
  LoadLocalModel,
  LocalModel,
  LocalPiece,
  LocalRequest,
  PronouncedLanguage,
} from '../local-model.ts'
import { type Accent, accentOf, phonesOf } from '../phones/phones.ts'
import { endsOf, PhoneWordClock, wordTimesOf } from '../phones/word-times.ts'
import { chunksOf } from './chunks.ts'
import { PRECISIONS, type StyleConfig } from './config.ts'
import { FAMILIES, type Family } from './family.ts'
import { Vocabulary } from './vocabulary.ts'
import { loadVoiceTables, STYLE_SIZE, type VoiceTable } from './voice-table.ts'

/** The output rate of StyleTTS 2 models, in Hz. */
const MODEL_RATE = 24_000
/** Symbols that a model takes at once: 512 positions, with the padding at both ends. */
const MOST_SYMBOLS = 510

/** A StyleTTS 2 model: Kokoro, KittenTTS. It speaks a chunk of text in one step. */
class StyleModel implements LocalModel {
  readonly sampleRate = MODEL_RATE
  readonly hasSpeed = true
  readonly wordTimes: 'exact' | 'estimated'
  readonly voices: readonly string[]
  readonly languages: readonly string[]
  readonly #parts: StyleModelParts

  constructor(parts: StyleModelParts) {
    this.#parts = parts
    this.voices = [...parts.tables.keys()]
    this.languages = parts.languages
    this.wordTimes = durationsOutput(parts.model) === undefined ? 'estimated' : 'exact'
  }

  async *speak(request: LocalRequest): AsyncGenerator<LocalPiece> {
    const { encoder, inventory, vocabulary, family, accents, tables, speeds } = this.#parts
    const encoding = await encoder.encode(request.tokens, request.language)
    const own = accents.get(request.voice)!
    const accent = own.startsWith(request.language) ? own : accentOf(request.tag)!
    const set = vocabulary.isMisaki ? 'misaki' : 'espeak'
    const arranged = family.arranged(phonesOf(encoding, inventory, { set, accent }))
    const phones = vocabulary.known(arranged)
    const chunks = chunksOf(phones, MOST_SYMBOLS - family.end.length)
    const clock = new PhoneWordClock()
    let seconds = 0
    let given = 0
    for (const [at, chunk] of chunks.entries()) {
      const isLast = at === chunks.length - 1
      const ids = vocabulary.ids(chunk)
      const letters = Math.round((request.text.length * chunk.length) / phones.length)
      const style = tables.get(request.voice)!.row(family.row({ ids: ids.length, letters }))
      const framed = [0, ...ids, ...family.end, 0]
      const { waveform, durations } = await this.#run(
        framed,
        style,
        request.speed * (speeds.get(request.voice) ?? 1),
      )
      const pcm = waveform.subarray(0, Math.max(0, waveform.length - family.cut))
      if (durations !== undefined) {
        const ends = endsOf(durations, waveform.length / MODEL_RATE).map((end) => seconds + end)
        clock.add(chunk, ends.slice(1), ends[0]!)
      }
      seconds += pcm.length / MODEL_RATE
      const words = durations && wordTimesOf(encoding, inventory, clock.times).slice(given)
      given += words?.length ?? 0
      yield { pcm, ...(words !== undefined && { words }), ...(isLast && { isLast: true }) }
    }
  }

  async #run(
    ids: readonly number[],
    style: Float32Array,
    speed: number,
  ): Promise<{ waveform: Float32Array; durations: number[] | undefined }> {
    const { model } = this.#parts
    const output = await model.forward({
      input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      style: new Tensor('float32', style.slice(), [1, STYLE_SIZE]),
      speed: new Tensor('float32', Float32Array.of(speed), [1]),
    })
    const durations = durationsOutput(model)
    return {
      waveform: output.waveform.data,
      durations:
        durations === undefined
          ? undefined
          : Array.from(output[durations].data as ArrayLike<number | bigint>, Number),
    }
  }
}

/** The output with the frames of each id, which some exports have. */
function durationsOutput(model: StyleTextToSpeech2Model): string | undefined {
  const [session] = Object.values(model.sessions as Record<string, { outputNames: readonly string[] }>)
  return session?.outputNames.find((name) => name === 'durations' || name === 'duration')
}

interface StyleModelParts {
  readonly model: StyleTextToSpeech2Model
  readonly encoder: PhoneEncoder
  readonly inventory: PhoneInventory
  readonly vocabulary: Vocabulary
  readonly family: Family
  readonly tables: ReadonlyMap<string, VoiceTable>
  /** The accent of each voice. */
  readonly accents: ReadonlyMap<string, Accent>
  readonly languages: readonly string[]
  /** Speeds of the voices whose speed is not 1. */
  readonly speeds: ReadonlyMap<string, number>
}

const load: LoadLocalModel<StyleConfig> = async (files, config, pronounced) => {
  const { family, dtype = 'fp32', graph = 'onnx/model', speeds = {}, voices } = config
  const file = join(files, `${graph}${PRECISIONS[dtype]}.onnx`)
  if (!(await Bun.file(file).exists())) {
    throw new ModelError(
      `${file} is missing: download it, or set "dtype" and "graph" of config.json to what is there`,
    )
  }
  const accents = new Map(voices.map((voice) => [voice.voice ?? voice.name, accentOfVoice(voice)]))
  const codes = new Set(voices.map(({ language }) => new Intl.Locale(language).language))
  const languages = pronounced.filter(({ code }: PronouncedLanguage) => codes.has(code))
  const [model, encoder, vocabulary, tables] = await Promise.all([
    loadPretrained(StyleTextToSpeech2Model, files, { dtype, graph }),
    PhoneEncoder.load(PRONUNCIATION_FOLDER, languages),
    Vocabulary.load(files),
    loadVoiceTables(files),
  ])
  return new StyleModel({
    model,
    encoder,
    vocabulary,
    tables,
    accents,
    speeds: new Map(Object.entries(speeds)),
    inventory: PhoneInventory.load(join(PRONUNCIATION_FOLDER, 'tokens.json')),
    family: FAMILIES[family],
    languages: languages.map(({ code }) => code),
  })
}
export default load

function accentOfVoice({ name, language }: StyleConfig['voices'][number]): Accent {
  const accent = accentOf(language)
  if (accent !== undefined) return accent
  throw new ModelError(
    `voice "${name}" speaks ${language}, which Purr cannot pronounce (it can English, German and Dutch): take it out of config.json`,
  )
}
