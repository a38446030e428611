import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** An installed package, as far as its package.json is read. */
export interface Package {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, object>>
}

/** What Purr needs to run, directly or not, by folder; packages of other platforms are not installed. */
export function productionPackages(root: string): Map<string, Package> {
  const found = new Map<string, Package>()
  const visit = (folder: string) => {
    for (const at of dependenciesOf(folder, root)) {
      if (found.has(at)) continue
      found.set(at, packageIn(at))
      visit(at)
    }
  }
  visit(root)
  return found
}

/** The folders of the packages that the package in a folder names, peers too, and that are installed. */
export function dependenciesOf(folder: string, root: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packageIn(folder)
  const names = { ...dependencies, ...optionalDependencies, ...peerDependencies, ...peerDependenciesMeta }
  return Object.keys(names).flatMap((name) => resolved(name, folder, root) ?? [])
}

/** The package.json of a folder. */
export function packageIn(folder: string): Package {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** The folder that a name stands for in a package: the nearest one in a `node_modules` above. */
function resolved(name: string, from: string, root: string): string | undefined {
  const folder = join(from, 'node_modules', name)
  if (existsSync(folder)) return folder
  return from === root ? undefined : resolved(name, dirname(from), root)
}

/** Something that is shipped within something else, and has a licence of its own. */
export interface Part {
  readonly name: string
  readonly version?: string
  /** The licence's SPDX identifier. */
  readonly license: string
}

/**
 * Packages with machine code, which may hold more than their licence field says: every one was looked into, and this is
 * what was found.
 */
const MACHINE_CODE: readonly [name: RegExp, ...parts: Part[]][] = [
  [/^@alexanderolsen\/libsamplerate-js$/, { name: 'libsamplerate', license: 'BSD-2-Clause' }],
  [/^@electric-sql\/pglite$/, { name: 'PostgreSQL', version: '18.6', license: 'PostgreSQL' }],
  [/^@esbuild-kit\/core-utils$/, { name: 'es-module-lexer', license: 'MIT' }],
  [/^@huggingface\/transformers$/],
  [
    /^@img\/sharp-libvips-/,
    { name: 'libvips', version: '8.18.7', license: 'LGPL-3.0-or-later' },
    { name: 'cairo', version: '1.18.6', license: 'MPL-1.1' },
    { name: 'fribidi', version: '1.0.17', license: 'LGPL-3.0-or-later' },
    { name: 'glib', version: '2.90.0', license: 'LGPL-3.0-or-later' },
    { name: 'libexif', version: '0.6.26', license: 'LGPL-3.0-or-later' },
    { name: 'libheif', version: '1.23.5', license: 'LGPL-3.0-or-later' },
    { name: 'librsvg', version: '2.63.2', license: 'LGPL-3.0-or-later' },
    { name: 'pango', version: '1.58.2', license: 'LGPL-3.0-or-later' },
    { name: 'proxy-libintl', version: '0.5', license: 'LGPL-3.0-or-later' },
  ],
  [/^@img\/sharp-/],
  [/^@wasm-audio-decoders\/common$/],
  [/^@wasm-audio-decoders\/flac$/, { name: 'libFLAC', license: 'BSD-3-Clause' }],
  [/^@wasm-audio-decoders\/ogg-vorbis$/, { name: 'libvorbis', license: 'BSD-3-Clause' }],
  [/^assemblyscript$/],
  [/^binaryen$/],
  [/^drizzle-kit$/, { name: 'es-module-lexer', license: 'MIT' }],
  [/^esbuild$/],
  [/^libopus-wasm$/, { name: 'libopus', license: 'BSD-3-Clause' }],
  [/^long$/],
  [/^mpg123-decoder$/, { name: 'libmpg123', license: 'LGPL-2.1-only' }],
  [
    /^onnxruntime-(node|web)$/,
    { name: 'Abseil', license: 'Apache-2.0' },
    { name: 'Eigen', license: 'MPL-2.0' },
    { name: 'FlatBuffers', license: 'Apache-2.0' },
    { name: 'JSON for Modern C++', license: 'MIT' },
    { name: 'ONNX', license: 'Apache-2.0' },
    { name: 'Protocol Buffers', license: 'BSD-3-Clause' },
    { name: 'RE2', license: 'BSD-3-Clause' },
  ],
  [/^opus-decoder$/, { name: 'libopus', license: 'BSD-3-Clause' }],
  [/^tsx$/, { name: 'es-module-lexer', license: 'MIT' }],
  [
    /^wasm-media-encoders$/,
    { name: 'LAME', version: '3.100', license: 'LGPL-2.0-or-later' },
    { name: 'libvorbis', license: 'BSD-3-Clause' },
  ],
]

/** What is known to be in a package beside the package itself; undefined for a package that nobody has examined. */
export function partsOf(name: string): readonly Part[] | undefined {
  return MACHINE_CODE.find(([pattern]) => pattern.test(name))?.slice(1) as Part[] | undefined
}

/** Weights and data of the repository, by the files that they are in. What they were made of is in the README of the model. */
export const DATA: readonly (Part & { readonly isModel: boolean; readonly file: string })[] = [
  ...['plan', 'window'].map((graph) => ({
    name: `gepard-1.0/${graph}`,
    license: 'Apache-2.0',
    isModel: true,
    file: `models/gepard-1.0/onnx/${graph}.onnx`,
  })),
  ...['letter-to-sound', 'letter-to-sound-de', 'letter-to-sound-nl'].map((folder) => ({
    name: join('gepard-1.0', folder),
    license: 'Apache-2.0',
    isModel: true,
    file: join('models/gepard-1.0', folder, 'onnx/model.onnx'),
  })),
  { name: 'CMUdict', license: 'BSD-2-Clause', isModel: false, file: 'models/gepard-1.0/lexicon.bin' },
  ...['dutch', 'english', 'german'].map((language) => ({
    name: 'names of emoji of Unicode CLDR',
    license: 'Unicode-3.0',
    isModel: false,
    file: `src/languages/${language}/text/emoji.json`,
  })),
]

/** Bun, which is shipped in the image and the executable, and what it links under other licences. */
export const BUN: Part & { readonly parts: readonly Part[] } = {
  name: 'bun',
  version: Bun.version,
  license: 'MIT',
  parts: [
    { name: 'JavaScriptCore', license: 'LGPL-2.0-or-later' },
    { name: 'TinyCC', license: 'LGPL-2.1-or-later' },
  ],
}
