import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { partsOf } from '../../src/deployment/parts.ts'
import { shippedPackages } from '../../src/deployment/sbom.ts'

const ROOT = join(import.meta.dir, '../..')
const NOTICES = join(ROOT, 'src/deployment/notices')

/** The file with the notice of a package, which is the same for all systems. */
const noticeOf = (name: string) => `${name.replace(/-(linux|linuxmusl|darwin|win32)-\w+$/, '')}.txt`
const hasLicence = (folder: string) =>
  readdirSync(folder).some((file) => /^(licen[cs]e|copying)\b/i.test(file))
const hasNotice = (name: string) => existsSync(join(NOTICES, noticeOf(name)))
const shipped = shippedPackages(ROOT)

test('every package that is shipped has the text of its licence with it, or in the notices', () => {
  expect(shipped.length).toBeGreaterThan(60)
  const without = shipped.filter(([folder, { name }]) => !hasLicence(folder) && !hasNotice(name))
  expect(without.map(([, { name }]) => name)).toEqual([])
})

test('every notice is that of a package that is shipped, and has the text of a licence', () => {
  const names = shipped.map(([, { name }]) => noticeOf(name))
  for (const file of new Glob('**/*.txt').scanSync(NOTICES)) {
    expect(names).toContain(file)
    expect(readFileSync(join(NOTICES, file), 'utf8')).toMatch(
      /WITHOUT\s+WARRANTY|WITHOUT\s+WARRANTIES|DISCLAIMS ALL WARRANTIES/i,
    )
  }
})

test('what is under the LGPL within a package has its text', () => {
  const holding = shipped.flatMap(([, { name }]) =>
    (partsOf(name) ?? []).some(({ license }) => license.startsWith('LGPL')) ? [name] : [],
  )
  expect(holding.length).toBeGreaterThan(2)
  for (const name of holding)
    expect(readFileSync(join(NOTICES, noticeOf(name)), 'utf8')).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
})

test('the notice of ONNX Runtime is that of its version', () => {
  const [, { version }] = shipped.find(([, { name }]) => name === 'onnxruntime-node')!
  expect(readFileSync(join(NOTICES, 'README.md'), 'utf8')).toContain(`version ${version}.`)
})
