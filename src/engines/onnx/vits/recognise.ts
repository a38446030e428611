import { basename } from 'node:path'
import { ModelError } from '../../shared/engine-kind.ts'
import { parsedJson } from '../json-file.ts'
import type { ReadFile, Recognise, RecognisedModel, RecognisedVoice } from '../recognised-model.ts'
import { MMS_VOICE, readMmsConfig } from './mms-config.ts'
import { type PiperVoice, readPiperVoice } from './piper-voice.ts'

/** What Hugging Face's exports have, the best first. The others are for processors with 16-bit arithmetic. */
const GRAPHS = ['onnx/model.onnx', 'onnx/model_quantized.onnx']
/** The only voice of a model has the English name of what it speaks. */
const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })
/** Files that the tokenizer is made of. */
const TOKENIZER = ['tokenizer.json', 'tokenizer_config.json']

/** Recognises voices of Piper (an ONNX file with a JSON file beside it) and models in the form of Hugging Face's VitsModel. */
export const recogniseVits: Recognise = async (files, read) => {
  const paths = new Set(files.map(({ path }) => path))
  const piper = [...paths].filter((path) => path.endsWith('.onnx') && paths.has(`${path}.json`))
  if (piper.length > 1) {
    throw new ModelError(
      `there are ${piper.length} voices of Piper: name the folder of one, such as ${piper[0]}`,
    )
  }
  if (piper.length === 1) return recognisedPiper(piper[0]!, paths, read)
  if (!paths.has('config.json')) return undefined
  const config = await read('config.json')
  if ((parsedJson(config) as { model_type?: unknown } | undefined)?.model_type !== 'vits') return undefined
  return recognisedMms(config, paths, read)
}

async function recognisedPiper(
  graph: string,
  paths: ReadonlySet<string>,
  read: ReadFile,
): Promise<RecognisedModel> {
  const file = `${graph}.json`
  const voice = readPiperVoice(await read(file), file)
  const card = ['MODEL_CARD', 'MODEL_CARD.md'].find((path) => paths.has(path))
  const license = card && /^\W*Licen[sc]e:\s*(.+)$/im.exec(Buffer.from(await read(card)).toString())?.[1]
  const name = basename(graph, '.onnx')
  return {
    kind: 'vits',
    name,
    ...(license && { license: license.trim() }),
    voices: piperVoices(name, voice),
    files: [graph, file, ...(card ? [card] : [])],
    fields: { form: 'piper', graph },
  }
}

/** A single speaker has the voice's own name: that of "en_US-lessac-medium" is "lessac". */
function piperVoices(name: string, { language, speakers: all }: PiperVoice): RecognisedVoice[] {
  const speakers = [...all].sort(([, one], [, other]) => one - other)
  const own = /^[a-z]{2,3}_[A-Z]{2}-([^-]+)/.exec(name)?.[1] ?? name
  if (speakers.length === 1) return [{ name: own, voice: speakers[0]![0], language }]
  return speakers.map(([speaker]) => ({ name: `${own} ${speaker}`, voice: speaker, language }))
}

async function recognisedMms(
  config: Uint8Array,
  paths: ReadonlySet<string>,
  read: ReadFile,
): Promise<RecognisedModel> {
  const graph = GRAPHS.find((path) => paths.has(path))
  if (graph === undefined)
    throw new ModelError(`there is no ${GRAPHS.join(' and no ')}: it needs an ONNX export`)
  const missing = TOKENIZER.find((path) => !paths.has(path))
  if (missing !== undefined)
    throw new ModelError(`there is no ${missing}: it needs an export for Transformers.js`)
  const { language } = readMmsConfig(config, await read('tokenizer_config.json'))
  return {
    kind: 'vits',
    voices: [{ name: LANGUAGE_NAMES.of(language) ?? language, voice: MMS_VOICE, language }],
    files: ['config.json', ...TOKENIZER, graph],
    fields: { form: 'mms', graph },
  }
}
