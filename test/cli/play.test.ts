import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { play } from '../../src/cli/play.ts'
import { purr } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'

const MAIN = join(import.meta.dir, '../../src/cli/main.ts')

/** Length of the sound. */
const SECONDS = 2
/** How long a player may take beyond it (milliseconds). */
const PATIENCE = 3000

/** Players, as lines of a shell. */
const PLAYS = `echo "$0 $*" > played; exec /bin/sleep ${SECONDS + 0.1}`
const HAS_NO_DEVICE = 'echo checking >&2; echo "no device" >&2; exit 1'
const HANGS = 'exec /bin/sleep 60'
const TAKES_IT_AT_ONCE = 'exit 0'

type Players = Readonly<Record<string, string>>

/** Has something done where these players are the only programs that are found; gives the command that played. */
async function withPlayers(players: Players, act: (path: string) => void | Promise<void>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purr-play-'))
  for (const [name, line] of Object.entries(players)) {
    await Bun.write(join(folder, name), `#!/bin/sh\ncd ${folder}\n${line}\n`)
    await chmod(join(folder, name), 0o755)
  }
  try {
    await act(folder)
    const played = await readFile(join(folder, 'played'), 'utf8').catch(() => '')
    return played.replace(`${folder}/`, '').trim()
  } finally {
    await rm(folder, { recursive: true })
  }
}

test.concurrent.each<[what: string, players: Players, plays: string]>([
  ['the first that is there', { 'pw-play': PLAYS, aplay: PLAYS }, 'pw-play hello.wav'],
  ['the next when one finds no device', { 'pw-play': HAS_NO_DEVICE, aplay: PLAYS }, 'aplay -q hello.wav'],
  ['the next when one hangs', { 'pw-play': HANGS, paplay: PLAYS }, 'paplay hello.wav'],
  [
    'the next when one ends before the sound can',
    { aplay: TAKES_IT_AT_ONCE, play: PLAYS },
    'play -q hello.wav',
  ],
])('%s plays, to the end', async (_, players, plays) => {
  const begin = performance.now()
  expect(await withPlayers(players, (path) => play('hello.wav', SECONDS, { path, grace: PATIENCE }))).toBe(
    plays,
  )
  expect(performance.now() - begin).toBeGreaterThanOrEqual(SECONDS * 1000)
})

test.concurrent('what every player said is told when none could', async () => {
  const players = { 'pw-play': HANGS, paplay: HAS_NO_DEVICE, aplay: TAKES_IT_AT_ONCE, play: 'exit 3' }
  const played = await withPlayers(players, async (path) => {
    await expect(play('hello.wav', SECONDS, { path, grace: PATIENCE })).rejects.toThrow(
      'there is no audio device that works (pw-play: did not come to an end; paplay: no device; ' +
        'aplay: ended before the sound; play: ended with 3)',
    )
  })
  expect(played).toBe('')
})

test('nobody else can read what say plays, and nothing is left of it', async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'purr-say-'))
  await chmod(temporary, 0o1777) // as /tmp
  const plays = `/usr/bin/stat -c %a "\${1%/*}" > played; exec /bin/sleep 1`
  const mode = await withPlayers({ 'pw-play': plays }, (PATH) => {
    expect(purr(['say', 'Hello.'], { PATH, TMPDIR: temporary })).toMatchObject({ code: 0, err: '' })
  })
  expect(mode).toBe('700')
  expect(await readdir(temporary)).toEqual([])
  await rm(temporary, { recursive: true })
})

test.each(['SIGINT', 'SIGHUP', 'SIGTERM'] as const)(
  '%s ends say while it plays, and nothing is left of it',
  async (signal) => {
    const temporary = await mkdtemp(join(tmpdir(), 'purr-say-'))
    const plays = 'echo started > played; exec /bin/sleep 1'
    const played = await withPlayers({ 'pw-play': plays }, async (PATH) => {
      const env = { ...process.env, PATH, TMPDIR: temporary }
      const say = Bun.spawn([process.execPath, MAIN, 'say', 'Hello.'], {
        env,
        stdout: 'ignore',
        stderr: 'ignore',
      })
      await eventually(() => existsSync(join(PATH, 'played')))
      expect(await readdir(temporary)).toHaveLength(1)
      say.kill(signal)
      await say.exited
      expect(say.signalCode).toBe(signal)
    })
    expect(played).toBe('started')
    expect(await readdir(temporary)).toEqual([])
    await rm(temporary, { recursive: true })
  },
)

test.each<[players: Players, message: string]>([
  [{ aplay: HAS_NO_DEVICE }, 'there is no audio device that works (aplay: no device)'],
  [{}, 'no audio player was found'],
])('say without a device exits with 1: %j', async (players, message) => {
  await withPlayers(players, (PATH) => {
    expect(purr(['say', 'Hello.'], { PATH })).toEqual({
      code: 1,
      out: '',
      err: `purr: ${message}: write a file with -o hello.wav`,
    })
  })
})
