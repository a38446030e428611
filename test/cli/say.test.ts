import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version } from '../../package.json'
import { keyPrefix } from '../../src/accounts/api-key.ts'
import { MODEL_FOLDER } from '../../src/engines/embedded/model-folder.ts'
import { purr } from '../support/command-line.ts'
import { UNCONFIGURED } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { listedVoices } from '../support/listed-voices.ts'
import { canRefuse, WITHOUT_RIGHTS } from '../support/without-rights.ts'

const main = join(import.meta.dir, '../../src/cli/main.ts')

test('say writes a WAV file, in the voice that was named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purr-say-'))
  const file = join(folder, 'said.wav')
  for (const args of [['It is 5:30.'], ['--voice', 'kathleen calm', '--', '-5 degrees, it is.']]) {
    expect(purr(['say', '-o', file, ...args])).toEqual({
      code: 0,
      out: expect.stringMatching(/said\.wav: [12]\.\d s$/),
      err: '',
    })
    const wav = Buffer.from(await Bun.file(file).arrayBuffer())
    expect(wav.toString('latin1', 8, 16)).toBe('WAVEfmt ')
    expect(wav.length).toBeGreaterThan(30_000)
  }
  await rm(folder, { recursive: true })
})

test('say -o - writes the WAV file, and nothing else, to standard output', () => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, main, 'say', 'Hello.', '-o', '-'])
  expect([exitCode, stderr.toString()]).toEqual([0, ''])
  expect(stdout.toString('latin1', 8, 16)).toBe('WAVEfmt ')
  expect(stdout.readUInt32LE(4)).toBe(stdout.length - 8)
})

test('say -o - refuses --json, which would be in the WAV file', () => {
  expect(purr(['say', 'Hello.', '-o', '-', '--json'])).toEqual({
    code: 1,
    out: '',
    err: 'purr: --json would be in the WAV file on standard output: give a file, or leave --json out',
  })
})

/** Runs the command where a shell leads its output. */
function intoShell(line: string) {
  const script = `set -o pipefail; "$BUN" "$MAIN" ${line}`
  const env = { ...process.env, ...UNCONFIGURED, BUN: process.execPath, MAIN: main }
  const { exitCode, stdout, stderr } = Bun.spawnSync(['bash', '-c', script], { env })
  return { code: exitCode, out: stdout.toString('latin1'), err: stderr.toString().trim() }
}

test('a WAV file is not written to a terminal', async () => {
  let shown = ''
  const child = Bun.spawn([process.execPath, main, 'say', 'Hello.', '-o', '-'], {
    env: { ...process.env, ...UNCONFIGURED },
    terminal: {
      cols: 200,
      rows: 40,
      data(_, bytes) {
        shown += Buffer.from(bytes).toString('latin1')
      },
    },
  })
  expect(await child.exited).toBe(1)
  const told = 'purr: a terminal cannot show a WAV file: give a file, or pass it on with > or |'
  await eventually(() => shown.includes(told))
  expect(shown).not.toContain('RIFF')
})

test.skipIf(!existsSync('/dev/full')).each(['key generate', 'voices list --json', 'say Hello. -o -'])(
  'a result that cannot be written is a failure of "%s"',
  (line) => {
    expect(intoShell(`${line} > /dev/full`)).toEqual({
      code: 1,
      out: '',
      err: 'purr: the result cannot be written to standard output: ENOSPC: no space left on device, write',
    })
  },
)

test('a reader that has enough of a result is no failure to speak of', () => {
  const line = 'say "Hello there, this takes more than a pipe holds." -o - | head -c 4'
  expect(intoShell(line)).toEqual({ code: 141, out: 'RIFF', err: '' })
})

test.each([
  [['say', 'Hello.', '--voice', 'nobody'], /there is no voice "nobody": use one of "Kathleen".*, "Milo"$/],
  [['say', '...'], /nothing that can be spoken/],
  [
    ['say', 'Hello.', '-o', 'said.mp3'],
    /"said.mp3" would be a WAV file: give it a name that ends with \.wav$/,
  ],
  [
    ['say', 'Hello.', '-o', '/no/such/hi.wav'],
    /there is no folder \/no\/such: make it, or give another path$/,
  ],
  [
    ['say', 'Hello.', '-o', join(main, 'hi.wav')],
    /there is no folder \S+main\.ts: make it, or give another path$/,
  ],
  [['say', 'Hello.', '-o', MODEL_FOLDER], / is a folder: give the path of a file$/],
  [
    ['say', '-5 degrees.', '-o', 'said.wav'],
    /unknown option '-5 degrees\.'; what begins with - and is no option comes last, after -- \(example: /,
  ],
  [['say', 'Hello.', '--voce', 'Kerstin'], /unknown option '--voce' \(Did you mean --voice\?\) \(example: /],
  [['voices', 'list', '--all'], /unknown option '--all' \(example: /],
  [['say'], /missing required argument 'text'/],
  [['sing'], /unknown command 'sing'/],
])('%j is refused with what to do', (args, message) => {
  const { code, err } = purr(args)
  expect(code).toBe(1)
  expect(err).toMatch(message)
})

test.skipIf(!canRefuse)('a place that may not be written is refused before a text is spoken', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purr-say-'))
  const [inside, file] = [join(folder, 'inside'), join(folder, 'said.wav')]
  await mkdir(inside, { mode: 0o500 })
  await writeFile(file, 'kept', { mode: 0o400 })
  // "nobody" is no voice, and what is refused after the place
  const said = (output: string) =>
    Bun.spawnSync([
      ...WITHOUT_RIGHTS,
      process.execPath,
      main,
      'say',
      'Hello.',
      '--voice',
      'nobody',
      '-o',
      output,
    ]).stderr.toString()
  for (const [output, path] of [
    [join(inside, 'said.wav'), inside],
    [file, file],
  ] as const)
    expect(said(output)).toBe(
      `purr: ${path} cannot be written (EACCES: permission denied, access '${path}'): give another path\n`,
    )
  await chmod(inside, 0o000)
  const hidden = join(inside, 'said.wav')
  expect(said(hidden)).toMatch(/said\.wav cannot be written \(EACCES: .+\): give another path\n$/)
  await rm(folder, { recursive: true })
})

test('voices list shows every voice with its id, but for those that are retired', () => {
  const listed: { id: string; language: string; name: string }[] = JSON.parse(
    purr(['voices', 'list', '--json']).out,
  )
  expect(listed.map(({ name }) => name)).toEqual(listedVoices().map(({ name }) => name))
  const { out } = purr(['voices', 'list'])
  for (const { id, language, name } of listed) expect(out).toMatch(new RegExp(`${id} +${language} +${name}`))
})

test('--version prints that of the server', () => {
  expect(purr(['--version'])).toEqual({ code: 0, out: version, err: '' })
})

test('key generate prints a well-formed key', () => {
  expect(keyPrefix(purr(['key', 'generate']).out)).toBeString()
})
