import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { readModelsDir } from '../config.ts'
import { hubIn, hubModel, hubName } from '../engines/installation/hub.ts'
import { isFree } from '../engines/installation/licences.ts'
import { localFolder } from '../engines/installation/local-folder.ts'
import { type ModelSource, SourceError } from '../engines/installation/model-source.ts'
import { StagedModel } from '../engines/installation/staged-model.ts'
import { LOCAL_KINDS } from '../engines/local-kinds.ts'
import { checkConfig, type ModelConfig } from '../engines/model-config.ts'
import type { LocalKind } from '../engines/onnx/local-kind.ts'
import type { Measurement } from '../engines/onnx/measurement.ts'
import type { RecognisedModel } from '../engines/onnx/recognised-model.ts'
import { modelVoice } from '../engines/registry.ts'
import { shellCommand } from '../system/shell-command.ts'
import { silentLog } from '../telemetry/log.ts'
import { command, type Shared } from './command.ts'
import { confirm } from './confirm.ts'
import { idFor, remoteId, requireFree } from './model-id.ts'
import { count, factsOf, howToHear, speedOf } from './model-in-words.ts'
import { print, printProgress } from './print.ts'
import { ProgressBar } from './progress-bar.ts'
import {
  type RemoteOptions,
  remoteConfig,
  type Trial,
  TrialFailed,
  type TriedModel,
  tryRemote,
} from './remote-model.ts'

interface AddOptions extends Shared, RemoteOptions {
  readonly name?: string
  readonly revision?: string
  readonly yes?: boolean
  readonly force?: boolean
}

/** A model that one of the kinds takes. */
interface Found {
  readonly engine: string
  readonly kind: LocalKind
  readonly model: RecognisedModel
}

/** The command `models add`. */
export function addCommand(): Command {
  return command(
    'add',
    'get a voice model from the Hugging Face hub or from a folder, try it, and register it (HF_ENDPOINT: another hub, HF_TOKEN: your token for it)',
    'models add onnx-community/Kokoro-82M-v1.0-ONNX',
  )
    .argument('[source]', 'a folder, or owner/name on the hub, or a folder within that: owner/name/folder')
    .option('--name <id>', "what requests are to send as model_id (default: made of the source's name)")
    .option('--revision <revision>', 'a branch, tag or commit of the hub')
    .option('-y, --yes', 'agree to the licence, whatever it permits')
    .option('--force', 'register it even if it is slower than real time, or its server is not up')
    .option('--openai <urls...>', 'instead of a source: servers with /audio/speech as OpenAI has it')
    .option(
      '--cartesia <urls...>',
      "instead of a source: servers of Cartesia's protocol, such as other Purrs",
    )
    .option('--model <name>', 'what those servers call the model')
    .option('--voice <voice:language...>', 'its voices, such as af_heart:en-US or "Anna=af_heart:en-US"')
    .option('--api-key-env <variable>', 'the environment variable that has the key for those servers')
    .action(async (from: string | undefined, options: AddOptions) => {
      const isRemote = options.openai !== undefined || options.cartesia !== undefined
      if (isRemote === (from !== undefined))
        throw new Error(
          isRemote
            ? `"${from}" is one model, and --openai and --cartesia another: add one after the other`
            : "give a model's name on the hub, its folder, or the URL of its server with --openai or --cartesia",
        )
      const added = from === undefined ? await addRemote(options) : await add(from, options)
      print(added, options.json, () => {
        const { id, voices } = added
        const said = `The model "${id}" is added, with ${count(voices.length, 'voice')}. Restart the server; requests then name it as model_id.`
        return `${said}\n\n${howToHear(added)}`
      })
    })
}

async function add(from: string, { name, revision, yes, force }: AddOptions) {
  const models = readModelsDir()
  const source = await sourceOf(from, revision)
  const id = name ?? idFor(source.name)
  await requireFree(models, id)
  const found = await recognise(source)
  const license = found.model.license ?? source.license
  printProgress(factsOf(source, found.model, license))
  await agree(source, license, yes)
  const config = checkConfig(configOf(found, source, license, force), found.kind.schema, 'config.json')
  const staged = new StagedModel(models, id)
  const measurement = await measured(staged, source, { found, config, force }).catch(async (error) => {
    if (source.isFolder) await staged.remove() // a copy is soon made again
    throw error
  })
  await staged.finish(withPace(config, measurement))
  return {
    id,
    engine: found.engine,
    license: license ?? null,
    folder: join(models, id),
    ...voicesIn(id, config),
    ...measurement,
  }
}

/** Brings the files of a model, and has it speak. */
async function measured(
  staged: StagedModel,
  source: ModelSource,
  { found, config, force }: { found: Found; config: ModelConfig; force: boolean | undefined },
): Promise<Measurement> {
  const { id, folder } = staged
  const kept = source.isFolder
    ? ''
    : `. Its files are kept for another try; "${shellCommand(`run purr models remove ${id}`)}" removes them`
  await bring(staged, source, found.model.files)
  const context = { id, folder, env: process.env, log: silentLog() } // what goes wrong is reported in words
  const tried = async () => {
    await found.model.convert?.(folder)
    printProgress('Trying it …')
    return found.kind.measure(config, context)
  }
  const measurement = await tried().catch((error) => {
    throw new Error(
      `"${id}" is not registered, because it cannot speak: ${error.message.replace(/\.$/, '')}${kept}`,
      {
        cause: error,
      },
    )
  })
  printProgress(speedOf(measurement))
  if (measurement.streams === 0 && !force)
    throw new Error(
      `"${id}" is not registered, because its speech would stutter: take a smaller model or a faster machine, or say --force${kept}`,
    )
  return measurement
}

async function addRemote({ name, force, ...remote }: AddOptions) {
  const models = readModelsDir()
  const { kind, config } = await remoteConfig(remote)
  const id = name ?? (await remoteId(models, config))
  await requireFree(models, id)
  const staged = new StagedModel(models, id)
  const added = withPace(config, await trialOf({ kind, config, id, folder: staged.folder }, force))
  await staged.finish(added)
  return {
    id,
    engine: config.engine,
    license: null,
    folder: join(models, id),
    ...voicesIn(id, config),
  }
}

/** What a model has said. Undefined: its server is not up, which was forgiven. */
async function trialOf(model: TriedModel, force: boolean | undefined): Promise<Trial | undefined> {
  try {
    const trial = await tryRemote(model)
    const { firstAudioSeconds, seconds, audioSeconds } = trial
    printProgress(
      `It said a text of ${audioSeconds.toFixed(1)} s in ${seconds.toFixed(2)} s, and the first of it came after ${firstAudioSeconds.toFixed(2)} s.`,
    )
    return trial
  } catch (error) {
    if (!(error instanceof TrialFailed)) throw error
    if (!force || !error.isForgivable)
      throw new Error(`"${model.id}" is not registered, because it could not be tried: ${error.message}`, {
        cause: error,
      })
    printProgress(`It could not be tried: ${error.failures}.`)
    return undefined
  }
}

/** The names and ids of the voices of a model. */
function voicesIn(id: string, config: ModelConfig) {
  const voices = config.voices.map((voice) => modelVoice(voice, id, config))
  return { voices: voices.map(({ name }) => name), voiceIds: voices.map((voice) => voice.id) }
}

/** The pace that a sentence was spoken at. One far from that of speech says nothing of others, and is left out. */
function withPace<Config extends ModelConfig>(
  config: Config,
  trial: Pick<Measurement, 'predictedSeconds' | 'audioSeconds'> | undefined,
): Config {
  if (trial === undefined) return config
  const { predictedSeconds, audioSeconds } = trial
  const pace = Number((predictedSeconds / audioSeconds).toFixed(2))
  return pace >= 0.5 && pace <= 2 ? { ...config, pace } : config
}

async function sourceOf(from: string, revision: string | undefined): Promise<ModelSource> {
  if (existsSync(from)) return localFolder(from)
  const name = hubName(from)
  if (name === undefined)
    throw new SourceError(
      `there is no folder "${from}", and a model on the hub is written owner/name, such as onnx-community/Kokoro-82M-v1.0-ONNX`,
    )
  return hubModel(hubIn(process.env), name, revision)
}

/** @throws SourceError when none of the kinds takes it */
async function recognise({ name, files, read }: ModelSource): Promise<Found> {
  for (const [engine, load] of Object.entries(LOCAL_KINDS)) {
    const kind = await load()
    const model = await kind.recognise(files, read)
    if (model !== undefined) return { engine, kind, model }
  }
  const [graph] = files.map(({ path }) => path).filter((path) => /^[^/]+\.onnx$/.test(path))
  const hint = graph === undefined ? '' : `. If ${graph} is a voice of Piper, put its ${graph}.json beside it`
  throw new SourceError(
    `${name} is not a model that Purr can run${hint}. It runs ONNX exports of Kokoro and KittenTTS (config.json, tokenizer.json, onnx/model*.onnx, voices/*.bin), Piper (a voice.onnx with its voice.onnx.json), MMS (config.json, tokenizer.json, onnx/model.onnx), Supertonic (config.json, onnx/, voices/) and Pocket TTS (flow_lm_main.onnx and its other graphs, tokenizer.model, voices). Others it reaches over the network, with --openai or --cartesia`,
  )
}

/** @throws Error unless the licence permits any use, or the user agrees to it */
async function agree({ name, origin }: ModelSource, license: string | undefined, yes: boolean | undefined) {
  if (isFree(license) || yes) return
  const what =
    license === undefined
      ? `${name} states no licence that Purr can read`
      : `the licence of ${name}, "${license}", is not one that Purr knows to permit every use`
  const isAgreed = await confirm(
    `${what[0]!.toUpperCase()}${what.slice(1)}: read it at ${origin}. Do you agree to it?`,
    `${what}: read it at ${origin}, and say --yes if you agree to it`,
  )
  if (!isAgreed) throw new Error('the licence was not accepted: nothing was downloaded')
}

async function bring(staged: StagedModel, source: ModelSource, paths: readonly string[]): Promise<void> {
  const sizes = source.files.filter(({ path }) => paths.includes(path)).map(({ size }) => size)
  const bar = new ProgressBar(sizes.reduce((sum, size) => sum + size, 0))
  const stop = () => {
    printProgress(`\nStopped. Run the command again, and it goes on from here.`)
    process.exit(130)
  }
  process.once('SIGINT', stop)
  try {
    await staged.bring(source, paths, (bytes) => bar.add(bytes))
  } finally {
    bar.end()
    process.off('SIGINT', stop)
  }
}

function configOf(
  { engine, model }: Found,
  source: ModelSource,
  license: string | undefined,
  force: boolean | undefined,
) {
  return {
    engine,
    name: model.name ?? source.name.split('/').findLast((part) => part !== ''),
    ...(license !== undefined && { license }),
    source: source.origin,
    ...(force && { force }),
    ...model.fields,
    voices: model.voices,
  }
}
