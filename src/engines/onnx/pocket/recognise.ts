import { mkdir } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { ModelError } from '../../shared/engine-kind.ts'
import { npyOf } from '../npy.ts'
import type { ListedFile, Recognise, RecognisedVoice } from '../recognised-model.ts'
import { type Bundle, FIRST_EXPORT, readBundle } from './bundle.ts'
import { ClipEncoder } from './clip-encoder.ts'
import { GRAPHS, type GraphName, graphFile } from './graph-files.ts'
import { languageOf, temperatureOf } from './languages.ts'
import { encodedFolder, isClip, isVoiceFile } from './voices.ts'

/** A larger file is the weights of a network, and no voice: that of a model of 24 layers has 30 MB (bytes). */
const LARGEST_VOICE = 64e6

/** Whether files are an export of Pocket TTS, with or without a bundle.json. */
export const recognisePocket: Recognise = async (listed, read) => {
  const paths = listed.map(({ path }) => path)
  if (paths.some((path) => /(^|\/)lm_main(\.int8)?\.onnx$/.test(path))) {
    throw new ModelError(
      'This is Pocket TTS in the form of sherpa-onnx, which has no tokenizer that Purr reads. Take an export with flow_lm_main.onnx and tokenizer.model.',
    )
  }
  const folder = folderOfGraphs(listed)
  if (folder === undefined) return undefined
  const within = paths.filter((path) => folderOf(path) === folder).map((path) => basename(path))
  const bundle = within.includes('bundle.json')
    ? readBundle(new TextDecoder().decode(await read(join(folder, 'bundle.json'))))
    : FIRST_EXPORT
  const tokenizer = [join(folder, bundle.tokenizer), bundle.tokenizer].find((path) => paths.includes(path))
  if (tokenizer === undefined)
    throw new ModelError(`The tokenizer is missing: ${bundle.tokenizer}. Take a complete copy.`)

  const voices = voicesOf(listed, bundle)
  const hasClips = voices.some(({ file }) => isClip(file))
  // The encoder makes voices of recordings: of those among the files, and of clients' own.
  const isNeeded = (graph: GraphName) => {
    return graph !== 'mimi_encoder' || hasClips || graphFile(within, graph) !== undefined
  }
  const graphs = GRAPHS.filter(isNeeded).map((graph) => join(folder, pathOfGraph(within, graph)))
  const encoder = graphs.find((path) => basename(path).startsWith('mimi_encoder'))
  return {
    kind: 'pocket',
    name: `Pocket TTS (${bundle.language})`,
    voices: voices.map(({ voice }) => voice),
    files: [
      ...graphs,
      tokenizer,
      ...(within.includes('bundle.json') ? [join(folder, 'bundle.json')] : []),
      ...(bundle.voiceStart === undefined ? [] : [join(folder, bundle.voiceStart)]),
      ...voices.map(({ file }) => file),
    ],
    fields: {
      ...(folder !== '' && { graphs: folder }),
      ...(folderOf(tokenizer) !== folder && { tokenizer }),
      temperature: temperatureOf(bundle.language),
    },
    ...(encoder &&
      hasClips && { convert: (model: string) => encodeClips(join(model, 'files'), encoder, voices) }),
  }
}

/** A voice, and its file. */
interface FoundVoice {
  readonly file: string
  readonly voice: RecognisedVoice
}

/**
 * The folder with the graphs; undefined when there are none.
 *
 * @throws ModelError when there are several: each is a model
 */
function folderOfGraphs(listed: readonly ListedFile[]): string | undefined {
  const mains = listed.filter(({ path }) => /^flow_lm_main(_int8)?\.onnx$/.test(basename(path)))
  const folders = [...new Set(mains.map(({ path }) => folderOf(path)))]
  if (folders.length > 1) {
    throw new ModelError(`There are several models: ${folders.join(', ')}. Add one of these folders.`)
  }
  return folders[0]
}

function pathOfGraph(names: readonly string[], graph: GraphName): string {
  const file = graphFile(names, graph)
  if (file === undefined) throw new ModelError(`A graph is missing: ${graph}.onnx. Take a complete copy.`)
  return file
}

/** @throws ModelError when there are none: the model has no voice of its own */
function voicesOf(listed: readonly ListedFile[], { language }: Bundle): FoundVoice[] {
  const { tag } = languageOf(language)
  const files = listed
    .filter(({ path, size }) => isVoiceFile(path) && size <= LARGEST_VOICE)
    .map(({ path }) => path)
    .sort()
  if (files.length === 0) {
    throw new ModelError(
      `There is no voice among the files. Download the model into a folder, put voices into it, and add the folder: recordings of 5 to 30 s (.wav), or files of languages/${language}/embeddings in kyutai/pocket-tts-without-voice-cloning (.safetensors).`,
    )
  }
  const found = new Map<string, FoundVoice>()
  for (const file of files) {
    const name = basename(file, extname(file))
    // What was encoded by the model's makers goes before a recording of the same name.
    if (isClip(file) && found.has(name)) continue
    found.set(name, { file, voice: { name, voice: isClip(file) ? name : file, language: tag } })
  }
  return [...found.values()]
}

/** Encodes the recordings among the voices, which takes the model's encoder about a second each, once and for all. */
async function encodeClips(files: string, graph: string, voices: readonly FoundVoice[]): Promise<void> {
  const encoder = await ClipEncoder.load(join(files, graph))
  try {
    await mkdir(encodedFolder(files), { recursive: true })
    for (const { file, voice } of voices.filter(({ file }) => isClip(file))) {
      const { frames, width, data } = await encoder.encodeFile(await Bun.file(join(files, file)).bytes())
      await Bun.write(
        join(encodedFolder(files), `${voice.name}.npy`),
        npyOf({ shape: [1, frames, width], data }),
      )
    }
  } finally {
    await encoder.close()
  }
}

/** The folder of a path; empty for the top. */
function folderOf(path: string): string {
  const folder = dirname(path)
  return folder === '.' ? '' : folder
}
