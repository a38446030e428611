import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Packages of `dependencies`, or of those, that nothing needs after the build: compilers, types, the model runtime of browsers,
 * what writes migrations, what writes the bill of materials, and what these bring.
 */
export const NOT_RUN = [
  '.bin',
  '@cyclonedx',
  '@drizzle-team',
  '@esbuild',
  '@esbuild-kit',
  '@types',
  '@typescript',
  'ajv',
  'ajv-formats',
  'assemblyscript',
  'binaryen',
  'buffer-from',
  'bun-types',
  'csstype',
  'drizzle-kit',
  'esbuild',
  'fast-deep-equal',
  'fast-uri',
  'get-tsconfig',
  'json-schema-traverse',
  'onnxruntime-web',
  'require-from-string',
  'resolve-pkg-maps',
  'source-map',
  'source-map-support',
  'tsx',
  'typescript',
]

/**
 * Packages of `dependencies`, or of those, of which the dashboard consists. They are shipped within the files that a browser
 * loads, and with their licences beside these, so that nothing needs the packages after the build.
 */
export const BUNDLED = [
  '@babel/runtime',
  '@base-ui/react',
  '@base-ui/utils',
  '@floating-ui/core',
  '@floating-ui/dom',
  '@floating-ui/react-dom',
  '@floating-ui/utils',
  '@fontsource-variable/inter',
  '@tanstack/query-core',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  '@tanstack/virtual-core',
  'lucide-react',
  'react',
  'react-dom',
  'regexparam',
  'reselect',
  'scheduler',
  'uplot',
  'use-sync-external-store',
  'wouter',
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
  for (const name of [...NOT_RUN, ...BUNDLED]) rmSync(join(packages, name), { recursive: true })
  const runtimes = join(packages, 'onnxruntime-node/bin/napi-v6')
  for (const system of readdirSync(runtimes))
    for (const processor of readdirSync(join(runtimes, system)))
      if (system !== process.platform || processor !== process.arch)
        rmSync(join(runtimes, system, processor), { recursive: true })
  for (const file of readdirSync(packages, { recursive: true, encoding: 'utf8' }))
    if (FOR_EDITORS.test(file)) rmSync(join(packages, file))
}

if (import.meta.main) prune(process.argv[2]!)
