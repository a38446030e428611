import { join } from 'node:path'
import {
  type PreTrainedTokenizer,
  random,
  SupertonicForConditionalGeneration,
  Tensor,
} from '@huggingface/transformers'
import { Type } from '@sinclair/typebox'
import { ModelError } from '../../shared/engine-kind.ts'
import { readJson } from '../json-file.ts'
import { loadPretrained, loadTokenizer } from '../load-pretrained.ts'
import { namesIn } from './names-in.ts'
import type { Synthesis, Synthesiser } from './synthesiser.ts'

/** Whose files are read, for messages. */
const MODEL = 'a Supertonic model'

const CONFIG = Type.Object({
  model_type: Type.Literal('supertonic'),
  sampling_rate: Type.Integer({ minimum: 8000 }),
  style_dim: Type.Integer({ minimum: 1 }),
})

interface HubParts {
  readonly sampleRate: number
  readonly styles: ReadonlyMap<string, Tensor>
  readonly model: SupertonicForConditionalGeneration
  readonly tokenizer: PreTrainedTokenizer
  readonly steps: number
}

/** Supertonic in the form of the hub, whose three graphs transformers.js runs. */
export class HubSynthesiser implements Synthesiser {
  readonly sampleRate: number
  readonly styles: readonly string[]
  readonly #parts: HubParts

  private constructor(parts: HubParts) {
    this.#parts = parts
    this.sampleRate = parts.sampleRate
    this.styles = [...parts.styles.keys()]
  }

  /**
   * @param steps of the denoiser
   * @throws ModelError
   */
  static async load(files: string, steps: number): Promise<HubSynthesiser> {
    const { sampling_rate: sampleRate, style_dim } = await readJson(join(files, 'config.json'), CONFIG, MODEL)
    const styles = await loadStyles(join(files, 'voices'), style_dim)
    try {
      const [model, tokenizer] = await Promise.all([
        loadPretrained(SupertonicForConditionalGeneration, files),
        loadTokenizer(files),
      ])
      return new HubSynthesiser({ sampleRate, styles, model, tokenizer, steps })
    } catch (cause) {
      throw new ModelError(
        `${files} lacks a graph or the tokenizer, or one is damaged: download the model again`,
        {
          cause,
        },
      )
    }
  }

  async *speak({ text, style, speed, seed }: Synthesis): AsyncGenerator<Float32Array> {
    const { model, tokenizer, styles, steps } = this.#parts
    const { input_ids, attention_mask } = tokenizer(text)
    random.seed(seed) // the model draws its noise from there; nothing else does in this thread
    const { waveform, durations } = await model.generate_speech({
      input_ids,
      attention_mask,
      style: styles.get(style)!,
      num_inference_steps: steps,
      speed,
    })
    yield waveform.data.subarray(0, Math.ceil(durations.data[0]))
  }
}

/** The styles of the voices: `<name>.bin`, rows of little-endian 32-bit floats. */
async function loadStyles(folder: string, width: number): Promise<Map<string, Tensor>> {
  const styles = new Map<string, Tensor>()
  for (const name of await namesIn(folder, '.bin')) {
    const file = join(folder, `${name}.bin`)
    const bytes = await Bun.file(file).arrayBuffer()
    if (bytes.byteLength === 0 || bytes.byteLength % (4 * width) !== 0) {
      throw new ModelError(`${file} is no style of ${width} numbers a row: download it again`)
    }
    styles.set(name, new Tensor('float32', new Float32Array(bytes), [1, bytes.byteLength / 4 / width, width]))
  }
  return styles
}
