import { join } from 'node:path'
import { StyleTextToSpeech2Model, Tensor } from '@huggingface/transformers'
import { PhoneInventory } from '../../../languages/shared/pronunciation/phone-inventory.ts'
import { PhoneEncoder } from '../../pronunciation/phone-encoder.ts'
import { PRONUNCIATION_FOLDER } from '../../pronunciation/pronunciation-folder.ts'
import { ModelError } from '../../shared/engine-kind.ts'
import { loadPretrained } from '../../shared/load-model.ts'
import type {
  LoadLocalModel,
  LocalModel,
  LocalPiece,
  LocalRequest,
  PronouncedLanguage,
} from '../local-model.ts'
import { chunksOf } from './chunks.ts'
import type { StyleConfig } from './config.ts'
import { FAMILIES, type Family } from './family.ts'
import { type Accent, accentOf, phonesOf } from './phones.ts'
import { Vocabulary } from './vocabulary.ts'
import { loadVoiceTables, STYLE_SIZE, type VoiceTable } from './voice-table.ts'

/** Of all models of this class. */
const SAMPLE_RATE = 24_000
/** Symbols that a model takes at once: 512 positions, with the padding at both ends. */
const MOST_SYMBOLS = 510

/** A StyleTTS 2 model: Kokoro, KittenTTS. It speaks a chunk of text in one step. */
class StyleModel implements LocalModel {
  readonly sampleRate = SAMPLE_RATE
  readonly hasSpeed = true
  readonly wordTimes = 'estimated'
  readonly voices: readonly string[]
  readonly languages: readonly string[]
  readonly #parts: StyleModelParts

  constructor(parts: StyleModelParts) {
    this.#parts = parts
    this.voices = [...parts.tables.keys()]
    this.languages = parts.languages
  }

  async *speak(request: LocalRequest): AsyncGenerator<LocalPiece> {
    const { encoder, inventory, vocabulary, family, accents, tables } = this.#parts
    const encoding = await encoder.encode(request.tokens, request.language)
    const own = accents.get(request.voice)!
    const accent = own.startsWith(request.language) ? own : accentOf(request.tag)!
    const phones = phonesOf(encoding, inventory, { set: vocabulary.isMisaki ? 'misaki' : 'espeak', accent })
    const chunks = chunksOf(family.arranged(phones), MOST_SYMBOLS - family.end.length)
    for (const [at, chunk] of chunks.entries()) {
      const ids = vocabulary.ids(chunk)
      const letters = Math.round((request.text.length * chunk.length) / phones.length)
      const style = tables.get(request.voice)!.row(family.row({ ids: ids.length, letters }))
      const pcm = await this.#run([0, ...ids, ...family.end, 0], style, request.speed)
      const spoken = pcm.subarray(0, Math.max(0, pcm.length - family.cut))
      yield at === chunks.length - 1 ? { pcm: spoken, last: true } : { pcm: spoken }
    }
  }

  async #run(ids: readonly number[], style: Float32Array, speed: number): Promise<Float32Array> {
    const { waveform } = await this.#parts.model.forward({
      input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      style: new Tensor('float32', style.slice(), [1, STYLE_SIZE]),
      speed: new Tensor('float32', Float32Array.of(speed), [1]),
    })
    return waveform.data
  }
}

interface StyleModelParts {
  readonly model: StyleTextToSpeech2Model
  readonly encoder: PhoneEncoder
  readonly inventory: PhoneInventory
  readonly vocabulary: Vocabulary
  readonly family: Family
  readonly tables: ReadonlyMap<string, VoiceTable>
  /** Of each voice. */
  readonly accents: ReadonlyMap<string, Accent>
  readonly languages: readonly string[]
}

const load: LoadLocalModel<StyleConfig> = async (files, { family, dtype = 'fp32', voices }, pronounced) => {
  const accents = new Map(voices.map((voice) => [voice.voice ?? voice.name, accentOfVoice(voice)]))
  const codes = new Set(voices.map(({ language }) => new Intl.Locale(language).language))
  const languages = pronounced.filter(({ code }: PronouncedLanguage) => codes.has(code))
  const [model, encoder, vocabulary, tables] = await Promise.all([
    loadPretrained(StyleTextToSpeech2Model, files, dtype),
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
