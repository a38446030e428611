import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { BuildArtifact, BunPlugin } from 'bun'
import { ASSETS, ASSETS_FOLDER, BUILD_FOLDER, PAGE_FILE } from './built.ts'
import { pageWith } from './page.ts'

/*
 * `bun run build:dashboard`: makes the files that a browser loads of `web`, once for all starts.
 */

const ROOT = join(import.meta.dir, '../..')
const NOTICES = join(ROOT, 'src/deployment/notices')
const WEB = join(import.meta.dir, 'web')
/** The package of which the typeface of the dashboard is a part. */
const TYPEFACE = join(ROOT, 'node_modules/@fontsource-variable/inter')
/** The digest of what the build was made of. It is written last, so that an unfinished build is made again. */
const STAMP = join(BUILD_FOLDER, 'sources.sha256')

/** Too small to gain from being compressed (bytes). */
const TINY = 200

/**
 * Builds the dashboard, unless it was built of the same sources. Several processes may build at the same time, because each
 * file is renamed into place and has its digest in its name.
 *
 * @returns whether it was built
 * @throws AggregateError with the bundler's messages
 */
export async function buildDashboard(): Promise<boolean> {
  const sources = digestOfSources()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return false
  await mkdir(ASSETS_FOLDER, { recursive: true })
  const packages = new Set([TYPEFACE])
  const fonts = new Map<string, Uint8Array>()
  const theme = await bundle('app/theme-first.ts', packages)
  const worklets = await bundleWorklets(packages)
  const app = await bundle('app/main.tsx', packages, [fontsBeside(fonts), addressesOf(worklets)])
  const licences = Buffer.from(licencesOf([...packages].toSorted()))
  const licencesName = `licences-${hashOf(licences)}.txt`
  const files = new Map<string, Uint8Array>([...fonts, [licencesName, licences]])
  for (const file of [...theme, ...worklets.values(), ...app])
    files.set(basename(file.path), new Uint8Array(await file.arrayBuffer()))
  for (const [name, bytes] of files) await writeAsset(name, bytes)
  const nameOf = (found: BuildArtifact | undefined) => basename(found!.path)
  const page = pageWith({
    theme: nameOf(theme.find(({ kind }) => kind === 'entry-point')),
    script: nameOf(app.find(({ kind }) => kind === 'entry-point')),
    style: nameOf(app.find(({ path }) => basename(path).startsWith('main-') && path.endsWith('.css'))),
    fonts: [...fonts.keys()],
    licences: licencesName,
  })
  await write(PAGE_FILE, page)
  for (const name of await readdir(ASSETS_FOLDER))
    if (!files.has(name.replace(/\.(br|gz)$/, ''))) await rm(join(ASSETS_FOLDER, name), { force: true })
  await write(STAMP, sources)
  return true
}

/** The digest of all that the build depends on: the sources, what builds them and the versions of the packages. */
function digestOfSources(): string {
  const digest = createHash('sha256').update(Bun.version)
  const sources = globSync('**/*.{ts,tsx,css,woff2}', { cwd: WEB }).toSorted()
  const others = [
    'src/dashboard/build.ts',
    'src/dashboard/built.ts',
    'src/dashboard/page.ts',
    'src/accounts/tiers.ts',
    'src/voices/consent-statement.ts',
    'bun.lock',
  ].map((name) => join(ROOT, name))
  for (const file of [...sources.map((name) => join(WEB, name)), ...others])
    digest.update(`${relative(ROOT, file)}\n`).update(readFileSync(file))
  return digest.digest('hex')
}

/**
 * @param entry a file of `web`
 * @param packages gets the folders of those of which something is in the files
 */
async function bundle(
  entry: string,
  packages: Set<string>,
  plugins: BunPlugin[] = [],
): Promise<BuildArtifact[]> {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [join(WEB, entry)],
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    publicPath: `${ASSETS}/`,
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: { runtime: 'automatic', development: false },
    metafile: true,
    plugins,
  })
  for (const { inputs } of Object.values(metafile!.outputs))
    for (const input of Object.keys(inputs)) addPackageOf(input, packages)
  return outputs
}

/** Bundles the programs for the thread of the sound, which loads each by itself: the files named `…-worklet.ts`. */
async function bundleWorklets(packages: Set<string>): Promise<ReadonlyMap<string, BuildArtifact>> {
  const sources = globSync('**/*-worklet.ts', { cwd: WEB })
  const bundles = sources.map(async (source) => {
    return [join(WEB, source), (await bundle(source, packages))[0]!] as const
  })
  return new Map(await Promise.all(bundles))
}

/** Gives the URL of such a program to modules that import it as `…-worklet.ts?url`. */
function addressesOf(worklets: ReadonlyMap<string, BuildArtifact>): BunPlugin {
  return {
    name: 'worklets',
    setup(build) {
      build.onResolve({ filter: /-worklet\.ts\?url$/ }, ({ path, importer }) => {
        return { path: join(dirname(importer), path.slice(0, -'?url'.length)), namespace: 'worklet' }
      })
      build.onLoad({ filter: /./, namespace: 'worklet' }, ({ path }) => {
        const address = `${ASSETS}/${basename(worklets.get(path)!.path)}`
        return { contents: `export default ${JSON.stringify(address)}`, loader: 'js' }
      })
    },
  }
}

/**
 * Keeps fonts out of the style, which else would have them as text.
 *
 * @param fonts gets those that the style names
 */
function fontsBeside(fonts: Map<string, Uint8Array>): BunPlugin {
  return {
    name: 'fonts',
    setup(build) {
      build.onResolve({ filter: /\.woff2$/ }, ({ path, importer }) => {
        const bytes = readFileSync(join(dirname(importer), path))
        const name = `${basename(path, '.woff2')}-${hashOf(bytes)}.woff2`
        fonts.set(name, bytes)
        return { path: `${ASSETS}/${name}`, external: true }
      })
    },
  }
}

/** Adds the folder of the package that a file belongs to, if it belongs to one. */
function addPackageOf(file: string, packages: Set<string>): void {
  const path = file.split('node_modules/').slice(1).at(-1)
  const name = path === undefined ? undefined : /^(@[^/]+\/)?[^/]+/.exec(path)?.[0]
  if (name !== undefined) packages.add(join(ROOT, 'node_modules', name))
}

/** The licences of packages, whose code the files have. They come with each package, or are among the notices. */
function licencesOf(folders: readonly string[]): string {
  const texts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)\b/i.test(each))
    const text = readFileSync(file === undefined ? join(NOTICES, `${name}.txt`) : join(folder, file), 'utf8')
    return `${name} ${version} (${license})\n\n${text.trim()}\n`
  })
  return `The dashboard of Purr consists of its own code and these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8)
}

/** Writes a file as it is, and compressed for browsers that take it so. */
async function writeAsset(name: string, bytes: Uint8Array): Promise<void> {
  const file = join(ASSETS_FOLDER, name)
  if (!name.endsWith('.woff2') && bytes.length > TINY) {
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await write(`${file}.br`, brotliCompressSync(bytes, { params }))
    await write(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
  await write(file, bytes)
}

async function write(file: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, content)
  await rename(unfinished, file)
}

if (import.meta.main && (await buildDashboard())) console.log(`built ${relative(ROOT, BUILD_FOLDER)}`)
