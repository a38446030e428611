import { ModelError } from '../../shared/engine-kind.ts'
import { parsedJson } from '../json-file.ts'
import type { ListedFile, ReadFile, Recognise, RecognisedModel } from '../recognised-model.ts'

/** The graphs of the form for Transformers.js, and those of the makers' own. */
const HUB_GRAPHS = ['text_encoder', 'latent_denoiser', 'voice_decoder']
const ORIGINAL_GRAPHS = ['duration_predictor', 'text_encoder', 'vector_estimator', 'vocoder']
/** All that the first version speaks: it takes no tags. */
const FIRST_LANGUAGES = ['en']
/** Languages that Purr reads best: the voices are given the first of them that there is, and speak all others as well. */
const READ = ['en', 'de', 'nl']

/** Recognises Supertonic, in the form of the hub for Transformers.js and in that of its makers. */
export const recogniseSupertonic: Recognise = async (files, read) => {
  const paths = new Set(files.map(({ path }) => path))
  if (paths.has('onnx/tts.json') && paths.has('onnx/vector_estimator.onnx')) {
    return recognised('original', files, read)
  }
  if (!paths.has('config.json')) return undefined
  const config = parsedJson(await read('config.json')) as { model_type?: unknown } | undefined
  return config?.model_type === 'supertonic' ? recognised('hub', files, read) : undefined
}

async function recognised(
  form: 'hub' | 'original',
  files: readonly ListedFile[],
  read: ReadFile,
): Promise<RecognisedModel> {
  const paths = files.map(({ path }) => path)
  const graphs = (form === 'hub' ? HUB_GRAPHS : ORIGINAL_GRAPHS).map((name) => `onnx/${name}.onnx`)
  const described =
    form === 'hub'
      ? ['config.json', 'tokenizer.json', 'tokenizer_config.json']
      : ['onnx/tts.json', 'onnx/unicode_indexer.json']
  const missing = [...described, ...graphs].filter((path) => !paths.includes(path))
  if (missing.length > 0) {
    throw new ModelError(`it is Supertonic, but lacks ${missing.join(', ')}: choose a complete copy`)
  }
  const pattern = form === 'hub' ? /^voices\/(.+)\.bin$/ : /^voice_styles\/(.+)\.json$/
  const styles = paths.flatMap((path) => pattern.exec(path)?.[1] ?? []).toSorted()
  if (styles.length === 0) throw new ModelError('it is Supertonic, but has no voices: choose a complete copy')
  const languages = await languagesOf(paths, read)
  const own = READ.find((code) => languages.includes(code)) ?? languages[0]!
  return {
    kind: 'supertonic',
    name: 'Supertonic',
    voices: styles.map((style) => ({ name: style, language: own })),
    files: [
      ...described,
      ...graphs,
      ...paths.filter((path) => graphs.some((graph) => path.startsWith(`${graph}_data`))),
      ...paths.filter((path) => pattern.test(path)),
    ],
    fields: { form, languages, tags: languages.length > 1 },
  }
}

/**
 * The languages that the card at the top of the README names.
 *
 * @throws ModelError when the card cannot be read
 */
async function languagesOf(paths: readonly string[], read: ReadFile): Promise<string[]> {
  if (!paths.includes('README.md')) return FIRST_LANGUAGES
  const card = /^---\r?\n(.*?)\r?\n---/s.exec(Buffer.from(await read('README.md')).toString())?.[1]
  if (card === undefined) return FIRST_LANGUAGES
  const { language } = parsedCard(card)
  const codes = [language ?? []].flat().filter((code) => /^[a-z]{2,3}$/.test(code))
  return codes.length > 0 ? codes : FIRST_LANGUAGES
}

function parsedCard(card: string): { language?: string | string[] | null } {
  try {
    return (Bun.YAML.parse(card) as object | null) ?? {}
  } catch (cause) {
    throw new ModelError(`the head of README.md is not YAML (${(cause as Error).message}): correct it`, {
      cause,
    })
  }
}
