import { join } from 'node:path'
import { Tensor } from 'onnxruntime-node'
import { PhoneInventory } from '../../../languages/shared/pronunciation/phone-inventory.ts'
import { PhoneEncoder } from '../../pronunciation/phone-encoder.ts'
import { PRONUNCIATION_FOLDER } from '../../pronunciation/pronunciation-folder.ts'
import { int64Tensor } from '../../shared/int64-tensor.ts'
import type { LocalModel, LocalPiece, LocalRequest, PronouncedLanguage } from '../local-model.ts'
import { readModelFile } from '../model-file.ts'
import { phonesOf } from '../phones/phones.ts'
import { endsOf, PhoneWordClock, wordTimesOf } from '../phones/word-times.ts'
import { knownPhones, type PiperVoice, piperIds, readPiperVoice } from './piper-voice.ts'
import { VitsGraph } from './vits-graph.ts'

/** A voice of Piper: phones in, samples out, a segment at a time. */
export class PiperModel implements LocalModel {
  readonly sampleRate: number
  readonly voices: readonly string[]
  readonly languages: readonly string[]
  readonly hasSpeed = true
  readonly wordTimes: 'exact' | 'estimated'
  readonly #graph: VitsGraph
  readonly #voice: PiperVoice
  readonly #encoder: PhoneEncoder
  readonly #inventory = PhoneInventory.load(join(PRONUNCIATION_FOLDER, 'tokens.json'))

  private constructor(graph: VitsGraph, voice: PiperVoice, encoder: PhoneEncoder) {
    this.#graph = graph
    this.#voice = voice
    this.#encoder = encoder
    this.sampleRate = voice.sampleRate
    this.wordTimes = graph.hasDurations ? 'exact' : 'estimated'
    this.voices = [...voice.speakers.keys()]
    this.languages = [codeOf(voice)]
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
    const voice = readPiperVoice(await readModelFile(file), file)
    const inputs = ['input', 'input_lengths', 'scales', ...(voice.speakers.size > 1 ? ['sid'] : [])]
    const [loaded, encoder] = await Promise.all([
      VitsGraph.load(join(files, graph), { inputs, output: 'output' }, false),
      PhoneEncoder.load(
        PRONUNCIATION_FOLDER,
        languages.filter(({ code }) => code === codeOf(voice)),
      ),
    ])
    return new PiperModel(loaded, voice, encoder)
  }

  async *speak({ tokens, language, voice: speaker, speed, seed }: LocalRequest): AsyncGenerator<LocalPiece> {
    const { accent, symbols, noise, durationNoise, lengthScale, speakers } = this.#voice
    const encoding = await this.#encoder.encode(tokens, language)
    const written = phonesOf(encoding, this.#inventory, { set: 'espeak', accent })
    const phones = knownPhones(written, symbols)
    const { ids, start, ends } = piperIds(phones, symbols)
    const scales = Float32Array.of(noise, lengthScale / speed, durationNoise)
    const inputs = {
      input: int64Tensor(ids, [1, ids.length]),
      input_lengths: int64Tensor([ids.length], [1]),
      scales: new Tensor('float32', scales, [3]),
      ...(this.#graph.has('sid') && { sid: int64Tensor([speakers.get(speaker)!], [1]) }),
    }
    const { pcm, durations } = await this.#graph.run(inputs, seed, 1)
    if (durations === undefined) {
      yield { pcm, isLast: true }
      return
    }
    const seconds = endsOf(durations, pcm.length / this.sampleRate)
    const clock = new PhoneWordClock()
    clock.add(
      phones,
      ends.map((count) => seconds[count - 1]!),
      seconds[start - 1]!,
    )
    yield { pcm, words: wordTimesOf(encoding, this.#inventory, clock.times), isLast: true }
  }
}

function codeOf({ language }: PiperVoice): string {
  return new Intl.Locale(language).language
}
