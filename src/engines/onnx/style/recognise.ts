import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ModelError } from '../../shared/engine-kind.ts'
import { parsedJson } from '../json-file.ts'
import type { ListedFile, Recognise, RecognisedModel, RecognisedVoice } from '../recognised-model.ts'
import { PRECISIONS, type Precision } from './config.ts'

/**
 * Languages of Kokoro's voices, by the first letter of their names (hexgrad/Kokoro-82M, VOICES.md), that Purr can pronounce.
 */
const KOKORO_LANGUAGES: Readonly<Record<string, string>> = { a: 'en-US', b: 'en-GB' }
/** The first version has a voice that is just "af", a mixture of its others. */
const KOKORO_NAME = /^([a-z])([fm])(?:_(\w+))?$/

/**
 * Kokoro's voices in the order of the grades that their maker gives them (VOICES.md): those of C and better. The others
 * follow.
 */
const KOKORO_BEST =
  'af_heart af_bella af_nicole bf_emma af_aoede af_kore af_sarah am_fenrir am_michael am_puck'.split(' ')

/** What the config.json of a repository of KittenML has (kittentts/get_model.py). */
const KITTEN_CONFIG = Type.Object({
  name: Type.Optional(Type.String()),
  type: Type.RegExp(/^ONNX[12]$/),
  model_file: Type.RegExp(/\.onnx$/),
  voices: Type.Literal('voices.npz'),
  voice_aliases: Type.Optional(Type.Record(Type.String(), Type.String())),
  speed_priors: Type.Optional(Type.Record(Type.String(), Type.Number({ exclusiveMinimum: 0 }))),
})

/** The voices of KittenTTS by the names that its makers show (kittentts/onnx_model.py). */
const KITTEN_VOICES = {
  Bella: 'expr-voice-2-f',
  Jasper: 'expr-voice-2-m',
  Luna: 'expr-voice-3-f',
  Bruno: 'expr-voice-3-m',
  Rosie: 'expr-voice-4-f',
  Hugo: 'expr-voice-4-m',
  Kiki: 'expr-voice-5-f',
  Leo: 'expr-voice-5-m',
}

/** Recognises models of transformers.js's class, and KittenTTS as its makers publish it. */
export const recogniseStyle: Recognise = async (files, read) => {
  if (!files.some(({ path }) => path === 'config.json')) return undefined
  const config = parsedJson(await read('config.json'))
  if (Value.Check(KITTEN_CONFIG, config)) return recognisedKitten(config)
  const { model_type: type } = (config ?? {}) as { model_type?: unknown }
  return type === 'style_text_to_speech_2' ? recognisedClass(files) : undefined
}

/** A repository of KittenML: a graph at its top, the styles in an archive, the symbols only in its makers' code. */
function recognisedKitten({ name = 'KittenTTS', ...config }: Static<typeof KITTEN_CONFIG>): RecognisedModel {
  const aliases = Object.entries(config.voice_aliases ?? KITTEN_VOICES)
  const speeds = Object.entries(config.speed_priors ?? {}).filter(([, speed]) => speed !== 1)
  return {
    kind: 'style',
    name,
    voices: aliases.map(([alias, voice]) => ({ name: alias, voice, language: 'en-US' })),
    files: ['config.json', config.model_file, config.voices],
    fields: {
      family: 'kitten',
      dtype: 'fp32', // as the name of the file has nothing added, whatever is in it
      graph: config.model_file.replace(/\.onnx$/, ''),
      ...(speeds.length > 0 && { speeds: Object.fromEntries(speeds) }),
    },
  }
}

/** A repository of transformers.js's form: its graph in `onnx`, its symbols in tokenizer.json, its styles in `voices`. */
function recognisedClass(files: readonly ListedFile[]): RecognisedModel {
  const graph = bestGraph(files)
  const tables = files.filter(({ path }) => /^voices\/[^/]+\.bin$/.test(path))
  const missing = [
    ...(graph === undefined ? ['onnx/model*.onnx'] : []),
    ...(tables.length === 0 ? ['voices/*.bin'] : []),
    ...(files.some(({ path }) => path === 'tokenizer.json') ? [] : ['tokenizer.json']),
  ]
  if (graph === undefined || missing.length > 0)
    throw new ModelError(`it is Kokoro or KittenTTS, but lacks ${missing.join(', ')}: take a complete copy`)
  const names = tables.map(({ path }) => path.slice('voices/'.length, -'.bin'.length))
  const isKokoro = names.some((name) => KOKORO_NAME.test(name)) // beside them, users put mixtures of their own
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

/**
 * Voices of the languages that Purr can pronounce, the best first. One whose name does not say its language is taken for
 * American.
 */
function kokoroVoices(names: readonly string[]): RecognisedVoice[] {
  const rank = (name: string) => (KOKORO_BEST.includes(name) ? KOKORO_BEST.indexOf(name) : KOKORO_BEST.length)
  return names
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap((voice) => {
      const found = KOKORO_NAME.exec(voice)
      if (found === null) return [{ name: voice, language: 'en-US' }]
      const [, letter = '', sex, name = voice] = found
      const language = KOKORO_LANGUAGES[letter]
      if (language === undefined) return []
      const description = sex === 'f' ? 'A female voice.' : 'A male voice.'
      return [{ name: name.charAt(0).toUpperCase() + name.slice(1), voice, language, description }]
    })
}
