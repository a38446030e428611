import { join } from 'node:path'
import type { PreTrainedTokenizer } from '@huggingface/transformers'
import { ModelError } from '../../shared/engine-kind.ts'
import { int64Tensor } from '../../shared/int64-tensor.ts'
import { loadTokenizer } from '../load-pretrained.ts'
import type { LocalModel, LocalPiece, LocalRequest } from '../local-model.ts'
import { readModelFile } from '../model-file.ts'
import { endsOf } from '../phones/word-times.ts'
import { MMS_VOICE, type MmsConfig, readMmsConfig } from './mms-config.ts'
import { mmsText, mmsWordTimes } from './mms-words.ts'
import { VitsGraph } from './vits-graph.ts'

/** What is said for text with no character of the model's alphabet (seconds). */
const SILENCE = 0.1

/**
 * A model of Meta's Massively Multilingual Speech, or another in that form: characters in, samples out, a segment at a time.
 */
export class MmsModel implements LocalModel {
  readonly sampleRate: number
  readonly voices = [MMS_VOICE]
  readonly languages: readonly string[]
  readonly hasSpeed: boolean
  readonly wordTimes: 'exact' | 'estimated'
  readonly #graph: VitsGraph
  readonly #tokenizer: PreTrainedTokenizer

  private constructor(graph: VitsGraph, tokenizer: PreTrainedTokenizer, { sampleRate, language }: MmsConfig) {
    this.#graph = graph
    this.#tokenizer = tokenizer
    this.sampleRate = sampleRate
    this.languages = [language]
    this.hasSpeed = graph.hasLengthScale
    this.wordTimes = graph.hasDurations ? 'exact' : 'estimated'
  }

  /**
   * @param graph path of the graph within the folder
   * @throws ModelError
   */
  static async load(files: string, graph: string): Promise<MmsModel> {
    const config = readMmsConfig(
      await readModelFile(join(files, 'config.json')),
      await readModelFile(join(files, 'tokenizer_config.json')),
    )
    const names = { inputs: ['input_ids'], output: 'waveform' }
    const [loaded, tokenizer] = await Promise.all([
      VitsGraph.load(join(files, graph), names, true),
      loadTokenizer(files).catch((cause: unknown) => {
        const file = join(files, 'tokenizer.json')
        throw new ModelError(`${file} is missing, or no VITS tokenizer: download the model again`, { cause })
      }),
    ])
    return new MmsModel(loaded, tokenizer, config)
  }

  async *speak({ tokens, speed, seed }: LocalRequest): AsyncGenerator<LocalPiece> {
    const said = mmsText(tokens, (word) => this.#known(word))
    if (said.text === '') {
      yield { pcm: new Float32Array(this.sampleRate * SILENCE), isLast: true }
      return
    }
    const ids = this.#tokenizer.encode(said.text)
    const inputs = {
      input_ids: int64Tensor(ids, [1, ids.length]),
      ...(this.#graph.has('attention_mask') && {
        attention_mask: int64Tensor(new Array(ids.length).fill(1), [1, ids.length]),
      }),
    }
    const { pcm, durations } = await this.#graph.run(inputs, seed, 1 / speed)
    if (durations === undefined) {
      yield { pcm, isLast: true }
      return
    }
    const ends = endsOf(durations, pcm.length / this.sampleRate)
    // A blank stands before the first character, and another one behind each.
    const times = Array.from(said.text, (_, at) => ({ start: ends[2 * at]!, end: ends[2 * at + 2]! }))
    yield { pcm, words: mmsWordTimes(said, times), isLast: true }
  }

  /** What the tokenizer leaves of a word. */
  #known(word: string): string {
    const ids = this.#tokenizer.encode(word)
    return ids.length === 0 ? '' : this.#tokenizer.decode(ids, { clean_up_tokenization_spaces: false })
  }
}
