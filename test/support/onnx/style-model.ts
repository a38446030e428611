import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { npyOf } from '../../../src/engines/onnx/npy.ts'
import { seeded } from '../random.ts'
import { zipOf } from '../zip.ts'
import { GraphBuilder } from './graph-builder.ts'

/**
 * The symbols of Kokoro 1.0 with their ids, from its config.json (hexgrad/Kokoro-82M): as many characters as numbers.
 */
const KOKORO_SYMBOLS =
  ';:,.!?—…"()“” \u0303ʣʥʦʨᵝ\uAB67AIOQSTWYᵊabcdefhijklmnopqrstuvwxyzɑɐɒæβɔɕçɖðʤəɚɛɜɟɡɥɨɪʝɯɰŋɳɲɴøɸθœɹɾɻʁɽʂʃʈʧʊʋʌɣɤχʎʒʔˈˌːʰʲ↓→↗↘ᵻ'
const KOKORO_IDS =
  '1-6 9-25 31 33 35-36 39 41-48 50-72 75-78 80-83 85-87 90 92 99 101-103 110-116 118-120 123 125-126 128-133 135-136 138-140 142-143 147-148 156-158 162 164 169 171-173 177'

/** The symbols of KittenTTS, from kittentts/onnx_model.py: the id is the place. */
const KITTEN_SYMBOLS =
  '$;:,.!?¡¿—…"«»“” ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzɑɐɒæɓʙβɔɕçɗɖðʤəɘɚɛɜɝɞɟʄɡɠɢʛɦɧħɥʜɨɪʝɭɬɫɮʟɱɯɰŋɳɲɴøɵɸθœɶʘɹɺɾɻʀʁɽʂʃʈʧʉʊʋⱱʌɣɤʍχʎʏʑʐʒʔʡʕʢǀǁǂǃˈˌːˑʼʴʰʱʲʷˠˤ˞↓↑→↗↘'

/** The ids of symbols, as their models have them. */
export const VOCABULARIES = {
  kokoro: new Map(Array.from(KOKORO_SYMBOLS, (symbol, at) => [symbol, idsIn(KOKORO_IDS)[at]!])),
  kitten: new Map(Array.from(KITTEN_SYMBOLS, (symbol, at) => [symbol, at])),
} as const

function idsIn(ranges: string): number[] {
  return ranges.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })
}

/** Samples that the tiny models make of an id at speed 1, and ids that they know. */
export const SAMPLES_AN_ID = 600
const IDS = 180
const WIDTH = 8
const STYLE = 256
/** Frames of an id at speed 1. */
const FRAMES = 6

export interface StyleModelOptions {
  readonly family: 'kokoro' | 'kitten'
  /** Names of voices, and how many rows their tables have. */
  readonly voices: readonly string[]
  readonly rows: number
  /** Whether the graph also gives the frames of each id, as "timestamped" exports do. */
  readonly hasDurations?: boolean
  readonly seed?: number
}

/** Writes the files of a tiny random model as the hub has those of a true one. */
export async function writeStyleModel(files: string, options: StyleModelOptions): Promise<void> {
  const { family, voices, rows, seed = 1 } = options
  await mkdir(join(files, 'onnx'), { recursive: true })
  await mkdir(join(files, 'voices'), { recursive: true })
  const random = seeded(seed)
  await Bun.write(join(files, 'onnx/model.onnx'), styleGraph(random, options.hasDurations ?? false))
  await Bun.write(join(files, 'config.json'), JSON.stringify({ model_type: 'style_text_to_speech_2' }))
  const vocab = Object.fromEntries([['$', 0], ...VOCABULARIES[family]])
  await Bun.write(join(files, 'tokenizer.json'), JSON.stringify({ version: '1.0', model: { vocab } }))
  for (const voice of voices) {
    const table = Float32Array.from({ length: rows * STYLE }, () => random() - 0.5)
    await Bun.write(join(files, `voices/${voice}.bin`), table)
  }
}

/** Writes the files of a tiny random KittenTTS as its makers publish it. */
export async function writeKittenRepository(files: string): Promise<void> {
  const random = seeded(2)
  const table = (rows: number) =>
    npyOf({ shape: [rows, STYLE], data: Float32Array.from({ length: rows * STYLE }, () => random() - 0.5) })
  const config = {
    name: 'Kitten TTS Nano',
    type: 'ONNX2',
    model_file: 'kitten_tts_nano_v0_8.onnx',
    voices: 'voices.npz',
    speed_priors: { 'expr-voice-2-f': 0.75, 'expr-voice-2-m': 1 },
    voice_aliases: { Bella: 'expr-voice-2-f', Jasper: 'expr-voice-2-m' },
  }
  await Bun.write(join(files, 'config.json'), JSON.stringify(config))
  await Bun.write(join(files, config.model_file), styleGraph(random, true))
  const voices = { 'expr-voice-2-f.npy': table(400), 'expr-voice-2-m.npy': table(400) }
  await Bun.write(join(files, config.voices), zipOf(voices, false))
}

/**
 * `input_ids` i64 [1, n], `style` f32 [1, 256], `speed` f32 [1] -> `waveform` f32 [1, samples]: a sum of what each id and the
 * style bring, through a tanh, some frames of 100 samples for each id.
 */
function styleGraph(random: () => number, hasDurations: boolean): Uint8Array {
  const graph = new GraphBuilder('tiny style model')
  const ids = graph.input('input_ids', 'int64', [1, 'sequence_length'])
  const style = graph.input('style', 'float32', [1, STYLE])
  const speed = graph.input('speed', 'float32', [1])
  const int = (...values: number[]) => graph.constant('int64', [values.length], values)

  const rows = graph.node('Gather', [graph.weights([IDS, WIDTH], random, 1), ids], { axis: 0 })
  const timbre = graph.node('MatMul', [style, graph.weights([STYLE, WIDTH], random, 0.3)])
  const mixed = graph.node('Tanh', [graph.node('Add', [rows, timbre])])
  const frames = graph.node('Round', [graph.node('Div', [graph.constant('float32', [1], [FRAMES]), speed])])
  const count = graph.node('Max', [graph.node('Cast', [frames], { to: 7 }), int(1)])
  const shape = graph.node('Concat', [int(1, 1), count, int(1)], { axis: 0 })
  const repeated = graph.node('Expand', [graph.node('Unsqueeze', [mixed, int(2)]), shape])
  const samples = graph.node('MatMul', [
    repeated,
    graph.weights([WIDTH, SAMPLES_AN_ID / FRAMES], random, 0.1),
  ])
  graph.node('Reshape', [samples, int(1, -1)], {}, ['waveform'])
  graph.output('waveform', 'float32', [1, 'num_samples'])
  if (hasDurations) {
    const each = graph.node('Expand', [
      count,
      graph.node('Slice', [graph.node('Shape', [ids]), int(1), int(2)]),
    ])
    graph.node('Identity', [each], {}, ['durations'])
    graph.output('durations', 'int64', ['sequence_length'])
  }
  return graph.bytes()
}
