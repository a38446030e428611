import { Command } from 'commander'
import { catalogue } from '../speech/engine/catalogue.ts'
import { listClones } from '../voices/clones.ts'
import { print, table } from './print.ts'
import { withDatabase } from './with-database.ts'

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
  const cloned = new Command('cloned')
    .description('the voices that organizations have cloned')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async (db) => {
        const clones = await listClones(db)
        print(clones, json, () =>
          table(
            clones.map(({ organization, name, language, id, createdAt }) => ({
              organization,
              name,
              language,
              id,
              cloned: createdAt.toISOString(),
            })),
            'No voice was cloned yet.',
          ),
        )
      }),
    )
  return new Command('voices').description('what Purr can sound like').addCommand(list).addCommand(cloned)
}
