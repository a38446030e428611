import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'

/** The floors of src, the lowest first. What is on a floor knows those below it, and nothing beside or above it. */
const FLOORS = [
  ['system', 'telemetry'],
  ['audio', 'storage'],
  ['languages'],
  ['engines'],
  ['speech'],
  ['accounts'],
  ['http'],
  ['access-tokens', 'billing', 'dictionaries', 'docs', 'health', 'retention', 'usage', 'voices'],
  ['tts'],
  ['bridges'],
  ['management'],
  ['dashboard'],
  ['app.ts', 'config.ts', 'metrics.ts'],
  ['certificate.ts'],
  ['certificate-watch.ts', 'cli', 'greeting.ts'],
  ['server'],
  ['deployment', 'main.ts', 'prepare.ts'],
]

const RULES: IForbiddenRuleType[] = [
  { name: 'no file imports itself through others', from: {}, to: { circular: true } },
  ...FLOORS.flatMap((floor, level) =>
    floor.map((room) => ({
      name: `${room} knows nothing beside or above it`,
      from: { path: pathOf(room) },
      to: { path: '^src/', pathNot: [room, ...FLOORS.slice(0, level).flat()].map(pathOf) },
    })),
  ),
  {
    name: 'a language knows no other language',
    from: { path: '^src/languages/([^/]+)/', pathNot: '^src/languages/shared/' },
    to: { path: '^src/languages/', pathNot: ['^src/languages/$1/', '^src/languages/shared/'] },
  },
  {
    name: 'what languages share knows none of them',
    from: { path: '^src/languages/shared/' },
    to: { path: '^src/languages/', pathNot: '^src/languages/shared/' },
  },
  {
    name: 'only the registry knows the languages',
    from: { pathNot: '^src/languages/' },
    to: { path: '^src/languages/[^/]+/', pathNot: '^src/languages/shared/' },
  },
  {
    name: 'what engines share knows none of them',
    from: { path: '^src/engines/(shared|workers|pronunciation)/' },
    to: { path: '^src/engines/', pathNot: '^src/engines/(shared|workers|pronunciation)/' },
  },
  {
    name: 'a kind of engine knows no other kind',
    from: { path: '^src/engines/(embedded|onnx|remote)/' },
    to: {
      path: '^src/engines/',
      pathNot: ['^src/engines/$1/', '^src/engines/(shared|workers|pronunciation)/'],
    },
  },
  {
    name: 'the pipeline knows only what engines share',
    from: { path: '^src/speech/[^/]+$' },
    to: { path: '^src/engines/', pathNot: '^src/engines/shared/' },
  },
  {
    name: 'the pipeline does not know cloning',
    from: { path: '^src/speech/[^/]+$' },
    to: { path: '^src/speech/cloning/' },
  },
  {
    name: 'cloning does not know the pipeline',
    from: { path: '^src/speech/cloning/' },
    to: { path: '^src/speech/[^/]+$' },
  },
]

function pathOf(room: string): string {
  return room.endsWith('.ts') ? `^src/${room.replace('.', '\\.')}$` : `^src/${room}/`
}

process.chdir(join(import.meta.dir, '..'))
const { modules, summary } = await imports()

async function imports(): Promise<ICruiseResult> {
  const result = await cruise(['src'], {
    parser: 'swc',
    tsPreCompilationDeps: true, // imports of types too
    doNotFollow: { path: 'node_modules' },
    validate: true,
    ruleSet: { forbidden: RULES.map((rule) => ({ severity: 'error', ...rule })) },
  })
  return result.output as ICruiseResult
}

describe('imports', () => {
  test('are all seen, those of types too', () => {
    const script = modules.find(({ source }) => source === 'src/speech/text-stream.ts')!
    expect(script.dependencies.map(({ resolved }) => resolved)).toContain('src/languages/shared/language.ts')
    expect(modules.filter(({ source }) => source.startsWith('src/')).length).toBeGreaterThan(200)
  })

  test('lead down, and never in a circle', () => {
    const broken = summary.violations.map(({ from, to, rule }) => ({
      way: `${from} -> ${to}`,
      rule: rule.name,
    }))
    expect(broken).toEqual([])
  })

  test('of folders never lead in a circle either', () => {
    expect(foldersInCycles()).toEqual([])
  })

  test('are ruled in every folder and file of src', () => {
    const rooms = readdirSync('src').filter((name) => !name.endsWith('.md'))
    expect(rooms.toSorted()).toEqual(FLOORS.flat().toSorted())
  })

  test('are ruled as the table of floors in the documentation says', () => {
    expect(documentedFloors()).toEqual(FLOORS.toReversed())
  })
})

/** The first column of the table in `src/docs/architecture.md`: the highest floor first, its folders and files sorted. */
function documentedFloors(): string[][] {
  const section = readFileSync('src/docs/architecture.md', 'utf8')
    .split('\n## The floors\n')[1]!
    .split('\n## ')[0]!
  return [...section.matchAll(/^\| (`.*?) \|/gm)].map(([, column]) =>
    column!
      .split(', ')
      .map((name) => name.replaceAll('`', ''))
      .toSorted(),
  )
}

/** Folders that import themselves through others; each file of src itself counts as one. */
function foldersInCycles(): string[] {
  const imported = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const folder = folderOf(source)
    const others = imported.get(folder) ?? new Set()
    for (const { resolved } of dependencies) if (folderOf(resolved) !== folder) others.add(folderOf(resolved))
    imported.set(folder, others)
  }
  const isInCycle = (folder: string) => {
    const reached = new Set(imported.get(folder))
    for (const each of reached) for (const other of imported.get(each) ?? []) reached.add(other)
    return reached.has(folder)
  }
  return [...imported.keys()].filter(isInCycle)
}

function folderOf(path: string): string {
  return dirname(path) === 'src' ? path : dirname(path)
}
