import { existsSync } from 'node:fs'
import { join } from 'node:path'
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
import { shellCommand } from '../system/shell-command.ts'
import { silentLog } from '../telemetry/log.ts'
import { voicesIn, withPace } from './added-model.ts'
import { confirm } from './confirm.ts'
import { idFor, requireFree } from './model-id.ts'
import { factsOf, speedOf } from './model-in-words.ts'
import { printProgress } from './print.ts'
import { ProgressBar } from './progress-bar.ts'

/** How a model of the hub or of a folder is added. */
export interface LocalOptions {
  /** Its id. Undefined: made of the source's name. */
  readonly name?: string
  /** A branch, tag or commit of the hub. */
  readonly revision?: string
  /** Whether the licence is agreed to, whatever it permits. */
  readonly yes?: boolean
  /** Whether it may be slower than real time. */
  readonly force?: boolean
}

/** A model that one of the kinds takes. */
interface Found {
  readonly engine: string
  readonly kind: LocalKind
  readonly model: RecognisedModel
}

/**
 * Brings a model of the hub or of a folder, tries it, and registers it.
 *
 * @throws Error that says why it is not registered
 */
export async function addLocal(from: string, { name, revision, yes, force }: LocalOptions) {
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
