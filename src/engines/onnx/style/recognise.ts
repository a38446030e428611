import { ModelError } from '../../shared/engine-kind.ts'
import type { ListedFile, Recognise, RecognisedVoice } from '../recognised-model.ts'
import { PRECISIONS, type Precision } from './config.ts'

/** Languages of Kokoro's voices, by the first letter of their names (hexgrad/Kokoro-82M, VOICES.md), that Purr can pronounce. */
const KOKORO_LANGUAGES: Readonly<Record<string, string>> = { a: 'en-US', b: 'en-GB' }
const KOKORO_NAME = /^([a-z])([fm])_(\w+)$/

/**
 * Kokoro's voices in the order of the grades that their maker gives them (VOICES.md): those of C and better. The others
 * follow.
 */
const KOKORO_BEST =
  'af_heart af_bella af_nicole bf_emma af_aoede af_kore af_sarah am_fenrir am_michael am_puck'.split(' ')

/** Recognises a model of transformers.js's class: its graph in `onnx`, its symbols in tokenizer.json, its styles in `voices`. */
export const recogniseStyle: Recognise = async (files, read) => {
  const config = files.find(({ path }) => path === 'config.json')
  if (config === undefined) return undefined
  const { model_type: type } = JSON.parse(new TextDecoder().decode(await read(config.path)))
  if (type !== 'style_text_to_speech_2') return undefined
  const graph = bestGraph(files)
  const tables = files.filter(({ path }) => /^voices\/[^/]+\.bin$/.test(path))
  if (graph === undefined || tables.length === 0 || !files.some(({ path }) => path === 'tokenizer.json')) {
    throw new ModelError(
      'it lacks onnx/model*.onnx, voices/*.bin or tokenizer.json: take a complete repository',
    )
  }
  const names = tables.map(({ path }) => path.slice('voices/'.length, -'.bin'.length))
  const isKokoro = names.every((name) => KOKORO_NAME.test(name))
  const voices = isKokoro ? kokoroVoices(names) : names.map((name) => ({ name, language: 'en-US' }))
  if (voices.length === 0) throw new ModelError('Purr cannot pronounce the language of any of its voices')
  const used = new Set(voices.map(({ name, voice = name }: RecognisedVoice) => `voices/${voice}.bin`))
  return {
    kind: 'style',
    name: isKokoro ? 'Kokoro' : 'KittenTTS',
    voices,
    files: [
      'config.json',
      'tokenizer.json',
      graph.path,
      ...files.map(({ path }) => path).filter((path) => used.has(path)),
    ],
    sampleRate: 24_000,
    fields: { family: isKokoro ? 'kokoro' : 'kitten', dtype: graph.precision },
  }
}

/** The graph whose precision is the first choice of those that are there. */
function bestGraph(files: readonly ListedFile[]): { path: string; precision: string } | undefined {
  for (const precision of Object.keys(PRECISIONS) as Precision[]) {
    const path = `onnx/model${PRECISIONS[precision]}.onnx`
    if (files.some((file) => file.path === path)) return { path, precision }
  }
  return undefined
}

/** Voices of the languages that Purr can pronounce, the best first. */
function kokoroVoices(names: readonly string[]): RecognisedVoice[] {
  const rank = (name: string) => (KOKORO_BEST.includes(name) ? KOKORO_BEST.indexOf(name) : KOKORO_BEST.length)
  return names
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap((voice) => {
      const [, letter = '', sex, name = ''] = KOKORO_NAME.exec(voice)!
      const language = KOKORO_LANGUAGES[letter]
      if (language === undefined) return []
      const description = sex === 'f' ? 'A female voice.' : 'A male voice.'
      return [{ name: name.charAt(0).toUpperCase() + name.slice(1), voice, language, description }]
    })
}
