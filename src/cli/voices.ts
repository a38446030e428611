import { Command } from 'commander'
import { catalogue } from '../speech/catalogue.ts'
import { print } from './print.ts'

export function voicesCommand(): Command {
  const list = new Command('list')
    .description('the voices that come with the model')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) => {
      const voices = catalogue().map(({ id, name, language, description }) => ({
        id,
        name,
        language,
        description,
      }))
      print(voices, json, () =>
        voices
          .map((voice) => `${voice.id}  ${voice.language}  ${voice.name}: ${voice.description}`)
          .join('\n'),
      )
    })
  return new Command('voices').description('what Purr can sound like').addCommand(list)
}
