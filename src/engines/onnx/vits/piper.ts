import { join } from 'node:path'
import { Tensor } from 'onnxruntime-node'
import { PhoneInventory } from '../../../languages/shared/pronunciation/phone-inventory.ts'
import { PhoneEncoder } from '../../pronunciation/phone-encoder.ts'
import { PRONUNCIATION_FOLDER } from '../../pronunciation/pronunciation-folder.ts'
import { ModelError } from '../../shared/engine-kind.ts'
import type { LocalModel, LocalPiece, LocalRequest, PronouncedLanguage } from '../local-model.ts'
import { type Accent, phonesOf } from '../phones/phones.ts'
import { accentOf, languageOf, type PiperVoice, piperIds, readPiperVoice, speakersOf } from './piper-voice.ts'
import { int64, VitsGraph } from './vits-graph.ts'

/** What Piper takes where a voice's file does not say it. */
const NOISE_SCALE = 0.667
const LENGTH_SCALE = 1
const NOISE_W = 0.8

/** A voice of Piper: phones in, samples out, a segment at a time. */
export class PiperModel implements LocalModel {
  readonly sampleRate: number
  readonly voices: readonly string[]
  readonly languages: readonly string[]
  readonly hasSpeed = true
  readonly wordTimes = 'estimated'
  readonly #graph: VitsGraph
  readonly #voice: PiperVoice
  readonly #speakers: ReadonlyMap<string, number>
  readonly #encoder: PhoneEncoder
  readonly #accent: Accent
  readonly #inventory = PhoneInventory.load(join(PRONUNCIATION_FOLDER, 'tokens.json'))

  private constructor(graph: VitsGraph, voice: PiperVoice, encoder: PhoneEncoder, accent: Accent) {
    this.#graph = graph
    this.#voice = voice
    this.#encoder = encoder
    this.#accent = accent
    this.#speakers = speakersOf(voice)
    this.sampleRate = voice.audio.sample_rate
    this.voices = [...this.#speakers.keys()]
    this.languages = [languageCode(voice)]
  }

  /**
   * @param graph path of the voice's graph within the folder; its JSON file is beside it
   * @param languages all that Purr can pronounce
   * @throws ModelError
   */
  static async load(
    files: string,
    graph: string,
    languages: readonly PronouncedLanguage[],
  ): Promise<PiperModel> {
    const file = join(files, `${graph}.json`)
    const json = await Bun.file(file)
      .bytes()
      .catch((cause: unknown) => {
        throw new ModelError(`${file} cannot be read: download the voice again`, { cause })
      })
    const voice = readPiperVoice(json, file)
    const speakers = speakersOf(voice).size
    const inputs = ['input', 'input_lengths', 'scales', ...(speakers > 1 ? ['sid'] : [])]
    const language = languages.find(({ code }) => code === languageCode(voice))
    if (language === undefined) throw new ModelError(`${file}: Purr does not read ${languageOf(voice)}`)
    const [loaded, encoder] = await Promise.all([
      VitsGraph.load(join(files, graph), { inputs, output: 'output' }, false),
      PhoneEncoder.load(PRONUNCIATION_FOLDER, [language]),
    ])
    return new PiperModel(loaded, voice, encoder, accentOf(voice, file))
  }

  async *speak({ tokens, language, voice, speed, seed }: LocalRequest): AsyncGenerator<LocalPiece> {
    const encoding = await this.#encoder.encode(tokens, language)
    const phones = phonesOf(encoding, this.#inventory, { set: 'espeak', accent: this.#accent })
    const ids = piperIds(phones, this.#voice)
    const {
      noise_scale = NOISE_SCALE,
      length_scale = LENGTH_SCALE,
      noise_w = NOISE_W,
    } = this.#voice.inference ?? {}
    const scales = Float32Array.of(noise_scale, length_scale / speed, noise_w)
    const inputs = {
      input: int64([1, ids.length], ids),
      input_lengths: int64([1], [ids.length]),
      scales: new Tensor('float32', scales, [3]),
      ...(this.#graph.has('sid') && { sid: int64([1], [this.#speakers.get(voice)!]) }),
    }
    yield { pcm: await this.#graph.run(inputs, seed, 1), last: true }
  }
}

function languageCode(voice: PiperVoice): string {
  return new Intl.Locale(languageOf(voice)).language
}
