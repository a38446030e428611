import type { Command } from 'commander'
import { catalogue } from '../engines/embedded/model-folder.ts'
import { isListed } from '../engines/shared/model.ts'
import { command, group, orgOption, type Shared } from './command.ts'
import { withManagement } from './management.ts'
import { answerOf } from './management-client.ts'
import { idOf } from './organizations.ts'
import { print, table } from './print.ts'

/** The commands that begin with `voices`. */
export function voicesCommand(): Command {
  return group('voices', 'what Purr can sound like', 'voices list', [listCommand(), clonedCommand()])
}

function listCommand(): Command {
  return command('list', 'the voices that come with the model', 'voices list').action(
    async ({ json }: Shared) => {
      const voices = catalogue()
        .filter(isListed)
        .map(({ id, name, language, description }) => ({
          id,
          name,
          language,
          description,
        }))
      await print(voices, json, () =>
        voices
          .map((voice) => `${voice.id}  ${voice.language}  ${voice.name}: ${voice.description}`)
          .join('\n'),
      )
    },
  )
}

function clonedCommand(): Command {
  return command('cloned', 'the voices that organizations have cloned', 'voices cloned --org Acme')
    .addOption(orgOption('all of them'))
    .action(({ org, json }: Shared) =>
      withManagement(async (api) => {
        const query = { organization: await idOf(api, org) }
        const clones = await answerOf(api.reports['cloned-voices'].get({ query }))
        await print(clones, json, () =>
          table(
            clones.map(({ organization, name, language, id, createdAt }) => ({
              organization,
              name,
              language,
              id,
              cloned: createdAt,
            })),
            'No voice was cloned yet.',
          ),
        )
      }),
    )
}
