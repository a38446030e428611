import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Packages of `dependencies`, or of those, that nothing needs after the build: compilers, types, the model runtime of browsers,
 * what writes the bill of materials, and ajv, which that brings.
 */
export const NOT_RUN = [
  '.bin',
  '@cyclonedx',
  '@types',
  '@typescript',
  'ajv',
  'ajv-formats',
  'assemblyscript',
  'binaryen',
  'bun-types',
  'fast-deep-equal',
  'fast-uri',
  'json-schema-traverse',
  'onnxruntime-web',
  'require-from-string',
  'typescript',
]

/** What packages bring for editors and debuggers. */
const FOR_EDITORS = /\.(map|d\.[mc]?ts)$/

/**
 * Leaves of the installed packages what runs on this system.
 *
 * @param packages the folder node_modules
 * @throws Error when one is not where it was
 */
export function prune(packages: string): void {
  for (const name of NOT_RUN) rmSync(join(packages, name), { recursive: true })
  const runtimes = join(packages, 'onnxruntime-node/bin/napi-v6')
  for (const system of readdirSync(runtimes))
    for (const processor of readdirSync(join(runtimes, system)))
      if (system !== process.platform || processor !== process.arch)
        rmSync(join(runtimes, system, processor), { recursive: true })
  for (const file of readdirSync(packages, { recursive: true, encoding: 'utf8' }))
    if (FOR_EDITORS.test(file)) rmSync(join(packages, file))
}

if (import.meta.main) prune(process.argv[2]!)
