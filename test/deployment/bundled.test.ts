import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDashboard } from '../../src/dashboard/build.ts'
import { ASSETS_FOLDER } from '../../src/dashboard/built.ts'
import { BUNDLED, NOT_RUN } from '../../src/deployment/prune.ts'
import { shippedPackages } from '../../src/deployment/sbom.ts'

const ROOT = join(import.meta.dir, '../..')
await buildDashboard()
const file = readdirSync(ASSETS_FOLDER).find((name) => /^licences-\w+\.txt$/.test(name))!
const licences = readFileSync(join(ASSETS_FOLDER, file), 'utf8')
/** The packages of which something is in the files that browsers load. */
const bundled = [...licences.matchAll(/^((?:@[\w-]+\/)?[\w.-]+) \d\S* \([\w. -]+\)\n\n/gm)].map(
  ([, name]) => name!,
)

test('the packages in the dashboard are shipped, each with the text of its licence', () => {
  const shipped = shippedPackages(ROOT).map(([, { name }]) => name)
  expect(bundled).toContain('react-dom')
  expect(bundled.filter((name) => !shipped.includes(name))).toEqual([])
  expect(licences.match(/"AS IS"/g)!.length).toBeGreaterThanOrEqual(bundled.length)
})

test('a package that is removed after the build is in the dashboard, or not needed', () => {
  expect(BUNDLED.filter((name) => NOT_RUN.includes(name))).toEqual([])
  expect(BUNDLED).toEqual(expect.arrayContaining(['react', 'wouter', '@fontsource-variable/inter']))
})
