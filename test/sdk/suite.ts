import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { makeCertificate, type TestCertificate } from '../support/certificate.ts'
import { newDataFolder, openLeft } from '../support/data-folder.ts'
import { createMember } from '../support/member.ts'
import { startPurr } from '../support/process.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Digest, digest, type Results, type Scenarios, type Setting } from './scripts/scenario.ts'

/** Purr with a certificate, and a way to run the scripts against it as their users do: on Node. */
export interface Suite {
  readonly setting: Setting
  readonly certificate: TestCertificate
  /** Runs a script to its end. */
  play<Played extends Scenarios>(script: string, runtime?: Runtime): Promise<Performance<Played>>
  /** Starts a program of the documentation on Node, beside the clients' packages. */
  start(program: string, env: Record<string, string>): Promise<Program>
  /** What POST /tts/bytes answers: the audio that every other way of speaking must give too. */
  speech(transcript: string, sampleRate?: number): Promise<Digest>
  /** The same as a WAV file at 8 kHz, read in a language. */
  wav(transcript: string, language?: string): Promise<Digest>
  close(): Promise<void>
}

export type Program = Bun.Subprocess<'ignore', 'pipe', 'pipe'>

export interface Performance<Played extends Scenarios> {
  /**
   * What a scenario gave.
   *
   * @throws what it threw
   */
  of<Name extends keyof Played & string>(name: Name): Awaited<ReturnType<Played[Name]>>
  /** What the client wrote meanwhile, line by line. */
  readonly log: readonly string[]
}

/**
 * Where a client has its WebSocket from: from the package `ws`, with the key in a header, or from the runtime, as it
 * does on Node 22 and later and in browsers, with the key in the address. cartesia-js 4 finds the package only when it
 * is loaded with `require`.
 */
export type Runtime = keyof typeof RUNTIMES

const RUNTIMES = {
  'the package ws': { format: 'cjs', extension: 'cjs', flags: ['--no-experimental-websocket'] },
  'the WebSocket of the runtime': { format: 'esm', extension: 'mjs', flags: ['--experimental-websocket'] },
} as const

/** Where programs lie that are to find the clients' packages. */
const PROGRAMS = join(import.meta.dir, 'node_modules/.purr')

/** A client that waits for ever is ended after this (milliseconds), so that the test says so. */
const SCRIPT_TIMEOUT = 110_000

export async function startSuite(): Promise<Suite> {
  const folder = await mkdtemp(join(tmpdir(), 'purr-sdk-'))
  const certificate = await makeCertificate(folder, ['localhost', '127.0.0.1'])
  const { cert, certFile, keyFile } = certificate
  const dataDir = await newDataFolder()
  const { db, close } = await openLeft(dataDir)
  const [rich, poor] = [await createMember(db, 1e12), await createMember(db, 0)]
  await close()
  const purr = await startPurr({
    DATA_DIR: dataDir,
    PURR_API_KEY: rich.key,
    TLS_CERT_FILE: certFile,
    TLS_KEY_FILE: keyFile,
  })
  const setting = {
    url: purr.url,
    key: purr.key,
    poorKey: poor.key,
    voice: catalogue()[0]!.id,
  }
  const scriptEnv = { PURR_SETTING: JSON.stringify(setting), NODE_EXTRA_CA_CERTS: certFile }
  const known = new Map<string, Promise<Digest>>()
  /** Each is asked for once: it is the same every time. */
  const spoken = (transcript: string, output_format: object, language?: string) => {
    const request = { ...goodRequest, transcript, output_format, language }
    return known.getOrInsertComputed(JSON.stringify(request), () => answerTo(request))
  }
  async function answerTo(request: object): Promise<Digest> {
    const answer = await post(`${purr.url}/tts/bytes`, purr.key, request, {}, cert)
    if (answer.status !== 200) throw new Error(await answer.text())
    return digest([await answer.bytes()])
  }
  return {
    setting,
    certificate,
    async play<Played extends Scenarios>(
      script: string,
      runtime: Runtime = 'the WebSocket of the runtime',
    ): Promise<Performance<Played>> {
      const log = (await output(script, runtime, scriptEnv)).trimEnd().split('\n')
      const results: Results<Played> = JSON.parse(log.pop()!)
      return {
        log,
        of(name) {
          const result = results[name]
          if ('given' in result) return result.given
          throw new Error(`${name}: ${result.thrown}`)
        },
      }
    },
    async start(program, env) {
      const file = join(PROGRAMS, `${crypto.randomUUID()}.cjs`)
      await Bun.write(file, program)
      return Bun.spawn(['node', file], {
        env: { ...process.env, NODE_EXTRA_CA_CERTS: certFile, ...env },
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
        timeout: SCRIPT_TIMEOUT,
      })
    },
    speech: (transcript, sampleRate = 16000) =>
      spoken(transcript, { container: 'raw', encoding: 'pcm_s16le', sample_rate: sampleRate }),
    wav: (transcript, language) =>
      spoken(transcript, { container: 'wav', encoding: 'pcm_s16le', sample_rate: 8000 }, language),
    async close() {
      await purr.stop()
      await purr.remove()
      await rm(folder, { recursive: true })
    },
  }
}

/** Bundles a script, since Node 20 reads no TypeScript, and runs it beside the clients' packages. */
async function output(script: string, runtime: Runtime, env: Record<string, string>): Promise<string> {
  const { format, extension, flags } = RUNTIMES[runtime]
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, 'scripts', script)],
    target: 'node',
    format,
    packages: 'external',
    outdir: PROGRAMS,
    naming: `[name].${extension}`,
  })
  const node = Bun.spawn(['node', ...flags, outputs[0]!.path], {
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: SCRIPT_TIMEOUT,
  })
  const [out, err] = await Promise.all([new Response(node.stdout).text(), new Response(node.stderr).text()])
  if ((await node.exited) === 0) return out
  throw new Error(`${script} ended with ${node.exitCode ?? node.signalCode}: ${err}${out}`)
}
