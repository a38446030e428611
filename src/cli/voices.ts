import { Command } from 'commander'
import { catalogue } from '../speech/catalogue.ts'

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
      if (json) console.log(JSON.stringify(voices, null, 2))
      else
        for (const voice of voices)
          console.log(`${voice.id}  ${voice.language}  ${voice.name}: ${voice.description}`)
    })
  return new Command('voices').description('what Purr can sound like').addCommand(list)
}
