import type { Command } from 'commander'
import { shellCommand, shellWord } from '../system/shell-command.ts'
import { command, group, orgOption, type Shared } from './command.ts'
import { withManagement } from './management.ts'
import { answerOf, type Management, wholeList } from './management-client.ts'
import { listOrganizations, type Organization, organizationNamed } from './organizations.ts'
import { print, table } from './print.ts'

/** The commands that begin with `project`. */
export function projectCommand(): Command {
  return group('project', 'projects: what keys belong to', 'project list --org Acme', [
    createCommand(),
    listCommand(),
  ])
}

function createCommand(): Command {
  return command(
    'create',
    'make a project, which divides the keys of an organization',
    'project create "Phone bridge" --org Acme',
  )
    .argument('<name>', 'a name that no other project of the organization has')
    .addOption(orgOption())
    .action((name: string, { org, json }: Shared) =>
      withManagement(async (api) => {
        const organization = await organizationNamed(api, org)
        const { id } = await answerOf(
          api.organizations({ organization: organization.id }).projects.post({ name }),
        )
        await print(
          { id, name, organization: organization.name },
          json,
          () => `The project "${name}" is made: ${id}`,
        )
      }),
    )
}

function listCommand(): Command {
  return command('list', 'projects, and how many valid keys each has', 'project list --org Acme')
    .addOption(orgOption('all of them'))
    .action(({ org, json }: Shared) =>
      withManagement(async (api) => {
        const organizations =
          org === undefined ? await listOrganizations(api) : [await organizationNamed(api, org)]
        const listed: Listed[] = []
        for (const each of organizations) listed.push(...(await projectsOf(api, each)))
        await print(listed, json, () =>
          table(
            listed.map(({ name, organization, keys, id }) => {
              return { name, organization, 'valid keys': keys, id }
            }),
            'There is no project yet.',
          ),
        )
      }),
    )
}

/**
 * The id of a project of an organization.
 *
 * @throws Error if it has none of this name
 */
export async function projectNamed(
  api: Management,
  organization: Organization,
  name: string,
): Promise<string> {
  const found = (await listProjects(api, organization.id)).find((project) => project.name === name)
  if (found !== undefined) return found.id
  throw new Error(
    `"${organization.name}" has no project "${name}": "${shellCommand(`run purr project list --org ${shellWord(organization.name)}`)}" shows those that it has`,
  )
}

/** The projects of an organization, as commands print them. */
async function projectsOf(api: Management, { id, name: organization }: Organization) {
  const projects = await listProjects(api, id)
  return projects.map(({ created_at, ...project }) => ({ ...project, organization, createdAt: created_at }))
}

type Listed = Awaited<ReturnType<typeof projectsOf>>[number]

function listProjects(api: Management, organization: string) {
  const { projects } = api.organizations({ organization })
  return wholeList((starting_after) => answerOf(projects.get({ query: { starting_after } })))
}
