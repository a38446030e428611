import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { piperVoice } from './piper-voice.ts'
import { mmsGraph, piperGraph, type TinyVits } from './vits-graphs.ts'

/** The name of a tiny voice of Piper. */
export const PIPER_GRAPH = 'en_US-tiny-x_low.onnx'

/** Writes the files of a tiny voice of Piper. */
export async function writePiper(
  folder: string,
  weights: TinyVits,
  changed: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const voice = piperVoice(changed)
  await Bun.write(join(folder, PIPER_GRAPH), piperGraph(weights, Number(voice.num_speakers) > 1))
  await Bun.write(join(folder, `${PIPER_GRAPH}.json`), JSON.stringify(voice))
}

/** The alphabet of Xenova/mms-tts-eng's shape: its first symbol stands between all others. */
export const MMS_ALPHABET = "k'z6y-abcdefghijlmnopqrstuvwx1 _–0"

/** Writes the files of a tiny model in the form of Hugging Face's VitsModel. */
export async function writeMms(
  folder: string,
  weights: TinyVits,
  changed: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await mkdir(join(folder, 'onnx'), { recursive: true })
  const symbols = [...MMS_ALPHABET]
  const vocabulary = Object.fromEntries([...symbols, '<unk>'].map((symbol, id) => [symbol, id]))
  const allowed = symbols.map((symbol) => symbol.replace(/[\]\\^-]/, '\\$&')).join('')
  const files = {
    'config.json': { model_type: 'vits', sampling_rate: 16000, num_speakers: 1, speaking_rate: 1 },
    'tokenizer_config.json': {
      tokenizer_class: 'VitsTokenizer',
      add_blank: true,
      is_uroman: false,
      language: 'eng',
      normalize: true,
      phonemize: false,
      pad_token: symbols[0],
      unk_token: '<unk>',
      ...changed,
    },
    'tokenizer.json': {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: [
        {
          id: symbols.length,
          content: '<unk>',
          single_word: false,
          lstrip: false,
          rstrip: false,
          normalized: false,
          special: true,
        },
      ],
      normalizer: {
        type: 'Sequence',
        normalizers: [
          { type: 'Lowercase' },
          { type: 'Replace', pattern: { Regex: `[^${allowed}]` }, content: '' },
          { type: 'Strip', strip_left: true, strip_right: true },
          { type: 'Replace', pattern: { Regex: '(?=.)|(?<!^)$' }, content: symbols[0] },
        ],
      },
      pre_tokenizer: { type: 'Split', pattern: { Regex: '' }, behavior: 'Isolated', invert: false },
      post_processor: null,
      decoder: null,
      model: { vocab: vocabulary },
    },
  }
  for (const [name, content] of Object.entries(files)) {
    await Bun.write(join(folder, name), JSON.stringify(content))
  }
  await Bun.write(join(folder, 'onnx/model.onnx'), mmsGraph(weights))
}
