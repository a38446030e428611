import { join } from 'node:path'
import type { Command } from 'commander'
import { readModelsDir } from '../config.ts'
import { catalogue, MODEL_FOLDER, MODEL_ID } from '../engines/embedded/model-folder.ts'
import { foldersOf, removeModel } from '../engines/installation/staged-model.ts'
import { registeredIds } from '../engines/registered-folders.ts'
import { isModelId, readRegistered } from '../engines/registry.ts'
import { isListed } from '../engines/shared/model.ts'
import { shellCommand } from '../system/shell-command.ts'
import { command, group, type Shared } from './command.ts'
import { confirm } from './confirm.ts'
import { addCommand } from './models-add.ts'
import { print, table } from './print.ts'

/** The commands that begin with `models`. */
export function modelsCommand(): Command {
  return group('models', 'voice models', 'models list', [addCommand(), listCommand(), removeCommand()])
}

function listCommand(): Command {
  return command('list', 'the models that requests can name', 'models list').action(
    async ({ json }: Shared) => {
      const listed = await listModels(readModelsDir())
      if (listed.some(({ problem }) => problem !== undefined)) process.exitCode = 1
      await print(listed, json, () => inWords(listed))
    },
  )
}

function removeCommand(): Command {
  return command(
    'remove',
    'remove a model and its files, or an unfinished download of it',
    'models remove kokoro-82m-v1.0-onnx',
  )
    .argument('<id>', 'what requests send as model_id')
    .option('-y, --yes', 'do not ask')
    .action(async (id: string, { yes, json }: Shared & { yes?: boolean }) => {
      const folder = readModelsDir()
      if (id === MODEL_ID) throw new Error(`${MODEL_ID} comes with Purr, which needs it: it stays`)
      if (!isModelId(id) || foldersOf(folder, id).length === 0)
        throw new Error(`there is no model "${id}": "${shellCommand('run purr models list')}" shows them`)
      const isSure =
        yes ||
        (await confirm(
          `Remove the model "${id}" and all its files in ${folder}?`,
          `"${id}" is not removed: there is no terminal to ask at, so say --yes`,
        ))
      if (!isSure) throw new Error('nothing was removed')
      await removeModel(folder, id)
      await print(
        { id, removed: true },
        json,
        () =>
          `The model "${id}" is removed. A server that is running goes on with it until it is restarted. Voices that clients have cloned for it are kept, and are hidden until there is a model with this id again.`,
      )
    })
}

/** A model, as the list shows it. */
interface Listing {
  readonly id: string
  readonly engine?: string
  readonly languages?: readonly string[]
  readonly voices?: readonly string[]
  readonly license?: string | null
  readonly folder: string
  /** Why it cannot be used. */
  readonly problem?: string
}

/** The model that comes with Purr, then those of the folder. */
async function listModels(models: string): Promise<Listing[]> {
  const voices = catalogue().filter(isListed)
  const main: Listing = {
    id: MODEL_ID,
    engine: 'embedded',
    languages: languagesOf(voices),
    voices: voices.map(({ name }) => name),
    license: 'Apache-2.0',
    folder: MODEL_FOLDER,
  }
  const others = (await registeredIds(models)).filter((id) => id !== MODEL_ID)
  return [main, ...(await Promise.all(others.map((id) => listing(id, join(models, id)))))]
}

async function listing(id: string, folder: string): Promise<Listing> {
  try {
    const { config } = await readRegistered(join(folder, 'config.json'))
    const { engine, voices, license = null } = config
    return {
      id,
      engine,
      languages: languagesOf(voices),
      voices: voices.map(({ name }) => name),
      license,
      folder,
    }
  } catch (error) {
    return { id, folder, problem: (error as Error).message }
  }
}

function languagesOf(voices: readonly { readonly language: string }[]): string[] {
  return [...new Set(voices.map(({ language }) => language))]
}

function inWords(listed: readonly Listing[]): string {
  const usable = listed.filter(({ problem }) => problem === undefined)
  const rows = usable.map(({ id, engine = '', languages = [], voices = [], license, folder }) => ({
    id,
    engine,
    languages: shortened(languages),
    voices: shortened(voices),
    licence: license ?? 'not stated',
    folder,
  }))
  const problems = listed.flatMap(({ problem }) => (problem === undefined ? [] : [problem]))
  return [table(rows, ''), ...problems].join('\n')
}

/** The first few, and how many more there are. */
function shortened(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown
}
