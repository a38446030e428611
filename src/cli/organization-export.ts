import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { exportToFile } from '../retention/export-organization.ts'
import { command, type Shared } from './command.ts'
import { organizationNamed } from './organizations.ts'
import { assertNamesFile, assertWritable } from './output-file.ts'
import { print } from './print.ts'
import { withDatabase } from './with-database.ts'

/** The command `org export`. */
export function exportCommand(): Command {
  return command(
    'export',
    'write all data of an organization into a file: lines of JSON, compressed with gzip',
    'org export Acme acme.jsonl.gz',
  )
    .argument('<organization>', 'its name or id')
    .argument('<file>', 'a file that does not exist yet')
    .action((organization: string, file: string, { json }: Shared) => {
      assertNamesFile(file)
      if (existsSync(file)) throw new Error(`there is a file ${file} already: name one that does not exist`)
      assertWritable(file)
      return withDatabase(async ({ db }, api) => {
        const { id, name } = await organizationNamed(api, organization)
        const rows = await exportToFile(db, id, file)
        await print({ id, name, file, rows }, json, () => `${file} has all data of "${name}": ${rows} rows.`)
      })
    })
}
