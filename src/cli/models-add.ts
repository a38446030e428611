import type { Command } from 'commander'
import { addLocal, type LocalOptions } from './add-local-model.ts'
import { addRemote, type RemoteOptions } from './add-remote-model.ts'
import { command, type Shared } from './command.ts'
import { count, howToHear } from './model-in-words.ts'
import { print } from './print.ts'

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
    .action(async (from: string | undefined, options: Shared & LocalOptions & RemoteOptions) => {
      const isRemote = options.openai !== undefined || options.cartesia !== undefined
      if (isRemote === (from !== undefined))
        throw new Error(
          isRemote
            ? `"${from}" is one model, and --openai and --cartesia another: add one after the other`
            : "give a model's name on the hub, its folder, or the URL of its server with --openai or --cartesia",
        )
      const added = from === undefined ? await addRemote(options) : await addLocal(from, options)
      await print(added, options.json, () => {
        const { id, voices } = added
        const said = `The model "${id}" is added, with ${count(voices.length, 'voice')}. Restart the server; requests then name it as model_id.`
        return `${said}\n\n${howToHear(added)}`
      })
    })
}
