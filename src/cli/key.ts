import { Command } from 'commander'
import { generateKey } from '../accounts/api-key.ts'
import { createKey, listKeys, revokeKey } from '../accounts/keys.ts'
import { firstProject } from '../accounts/organizations.ts'
import { readConfig } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { openStorage } from '../storage/open.ts'

export function keyCommand(): Command {
  const create = new Command('create')
    .description('make a key for the first project; it is shown only once')
    .option('--name <name>', 'what it is for', 'made on the command line')
    .action(({ name }: { name: string }) =>
      withDatabase(async (db) => {
        const project = await firstProject(db)
        if (project === undefined)
          throw new Error('there is no project yet: start the server once, with "bun start"')
        console.log(await createKey(db, project, name))
      }),
    )
  const list = new Command('list')
    .description('all keys, by prefix')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async (db) => {
        const keys = await listKeys(db)
        if (json) console.log(JSON.stringify(keys, null, 2))
        else if (keys.length === 0) console.log('There is no key yet.')
        else
          console.table(
            keys.map(({ prefix, name, project, organization, lastUsedAt, revokedAt }) => ({
              prefix,
              name,
              organization,
              project,
              'last used': lastUsedAt?.toISOString() ?? 'never',
              revoked: revokedAt?.toISOString() ?? '',
            })),
          )
      }),
    )
  const revoke = new Command('revoke')
    .description('make a key invalid, at once and for good')
    .argument('<prefix>', 'the eight characters after sk_purr_')
    .action((prefix: string) =>
      withDatabase(async (db) => {
        if (!(await revokeKey(db, prefix))) {
          throw new Error(`no valid key has the prefix "${prefix}": "bun run purr key list" shows them`)
        }
        console.log(`The key ${prefix} is revoked.`)
      }),
    )
  const generate = new Command('generate')
    .description('print a new well-formed key for PURR_API_KEY, without storing it')
    .action(() => console.log(generateKey()))
  return new Command('key')
    .description('API keys')
    .addCommand(create)
    .addCommand(list)
    .addCommand(revoke)
    .addCommand(generate)
}

async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const storage = await openStorage(readConfig())
  try {
    await work(storage.db)
  } finally {
    await storage.close()
  }
}
