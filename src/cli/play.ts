import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SAMPLE_RATE } from '../audio/sample-rate.ts'

/**
 * Programs that play a WAV file, in the order in which they are tried. ffplay is not among them, because it exits with 0
 * even without an audio device.
 */
const PLAYERS = [['afplay'], ['pw-play'], ['paplay'], ['aplay', '-q'], ['play', '-q']]

/** How much longer than the sound a player may take (milliseconds): loudspeakers need time to wake up. */
const GRACE = 10_000

/** What ends a command before its time: Ctrl+C, a terminal that is closed, a service manager. */
const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const

/** The length of a WAV file with 16-bit samples at 22050 Hz: a header of 44 bytes, then two bytes a sample. */
export function secondsOf(audio: Uint8Array): number {
  return (audio.length - 44) / 2 / SAMPLE_RATE
}

/**
 * Plays the bytes of such a WAV file to their end. Meanwhile they are in a folder that only this user can read, which is removed
 * also when a signal ends this process.
 *
 * @param ending ends the sound when it is aborted
 * @throws Error as {@link play}
 */
export async function playAudio(audio: Uint8Array, ending?: AbortSignal): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'purr-'))
  const remove = () => {
    for (const each of SIGNALS) process.off(each, stop)
    rmSync(folder, { recursive: true, force: true })
  }
  const stop = (signal: NodeJS.Signals) => {
    remove()
    process.kill(process.pid, signal) // now it does what it does without this handler
  }
  for (const each of SIGNALS) process.on(each, stop)
  try {
    const file = join(folder, 'speech.wav')
    await Bun.write(file, audio)
    await play(file, secondsOf(audio), { ending })
  } finally {
    remove()
  }
}

/** How a file is played. */
interface PlayOptions {
  /** Where programs are looked for, as in PATH. */
  readonly path?: string
  /** How much longer than the sound a player may take, in milliseconds. */
  readonly grace?: number
  /** Ends the sound when it is aborted. */
  readonly ending?: AbortSignal
}

/**
 * Plays a WAV file to its end with the first program that can.
 *
 * @param seconds length of the sound
 * @throws Error that has what each player said, or says that there is no player; the reason of the signal that ends it
 */
export async function play(
  file: string,
  seconds: number,
  { path = process.env.PATH, grace = GRACE, ending }: PlayOptions = {},
): Promise<void> {
  const failures: string[] = []
  for (const [program, ...options] of PLAYERS) {
    const player = Bun.which(program!, { PATH: path })
    if (player === null) continue
    const failure = await failureOf([player, ...options, file], seconds * 1000, grace, ending)
    ending?.throwIfAborted()
    if (failure === undefined) return
    failures.push(`${program}: ${failure}`)
  }
  if (failures.length === 0) throw new Error('no audio player was found')
  throw new Error(`there is no audio device that works (${failures.join('; ')})`)
}

/**
 * Runs a player to its end. Without a device most players fail, but pw-play may wait for one forever, and a system that
 * discards its sound finishes at once. So a player has played if it ends by itself, but not before the sound could.
 *
 * @returns what went wrong, if anything
 */
async function failureOf(
  command: string[],
  length: number,
  grace: number,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const begin = performance.now()
  const player = Bun.spawn(command, {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: Math.ceil(length + grace),
    killSignal: 'SIGKILL',
    signal,
  })
  const [exitCode, said] = await Promise.all([player.exited, new Response(player.stderr).text()])
  if (player.signalCode === 'SIGKILL') return 'did not come to an end'
  if (exitCode !== 0) return lastLine(said) || `ended with ${exitCode}`
  if (performance.now() - begin < length / 2) return lastLine(said) || 'ended before the sound'
  return undefined
}

/** The last line of a player says what went wrong. */
function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)!
}
