import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import packageJson from '../../package.json'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import { ensureFirstOrganization } from '../../src/accounts/organizations.ts'
import { StripeCheckout } from '../../src/billing/stripe.ts'
import { hashPassword } from '../../src/management/access/passwords.ts'
import { createPerson } from '../../src/management/access/people.ts'
import { makeCertificate } from '../support/certificate.ts'
import { newDataFolder, openLeft } from '../support/data-folder.ts'
import { UNCONFIGURED } from '../support/environment.ts'
import { startPurr } from '../support/process.ts'
import { recorded, someone, wavFile } from '../support/recordings.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'
import { type Block, blocksOf } from './blocks.ts'
import { differenceInEvents, differenceInJson, differenceInLines } from './sample.ts'

const ROOT = join(import.meta.dir, '../..')
/** Everything that users read, from the root of the repository. */
const PAGES = ['README.md', ...[...new Bun.Glob('src/docs/*.md').scanSync(ROOT)].toSorted()]
const NPX = `npx -y bun@${Bun.version}`

let folder: string
let dataFolder: string
let service: Service
let member: Member
/** An organization that only programs manage, and the operator's key. */
let managed: Member
let operatorKey: string
/** Stripe's API, as far as a checkout needs it. */
const stripe = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => Response.json({ url: 'https://checkout.stripe.com/c/pay/cs_test_1' }),
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-readme-'))
  dataFolder = await startedOnce()
  const checkout = { host: '127.0.0.1', port: stripe.port, protocol: 'http' } as const
  service = await startService({
    checkout: new StripeCheckout(new Stripe('sk_test_1', checkout), 'whsec_1'),
    prompts: { publicUrl: 'http://127.0.0.1:8080' }, // as in the samples
  })
  member = await service.member(1_000_000, { requestsPerMinute: null, concurrency: 100 })
  managed = await service.member(1_000_000)
  operatorKey = (await createManagementKey(service.storage.db, null, 'deployment'))!.key
  await becomeNewUser()
})
afterAll(async () => {
  await service.close()
  await stripe.stop(true)
  await rm(folder, { recursive: true })
  await rm(dataFolder, { recursive: true })
})

/** A data folder as the first start of a server leaves it. */
async function startedOnce(): Promise<string> {
  const made = await newDataFolder()
  const { db, close } = await openLeft(made)
  await ensureFirstOrganization(db, { credits: 0 })
  const hash = await hashPassword('three cats on a warm roof')
  await createPerson(db, { name: 'Ada', email: 'ada@example.com', hash })
  await close()
  return made
}

/**
 * Makes the folder one of a user who has Purr and Node, but no Bun, whose player plays for longer than a sentence takes,
 * and who has a recording to clone and a certificate.
 */
async function becomeNewUser(): Promise<void> {
  for (const name of await readdir(ROOT))
    if (name !== 'data') await symlink(join(ROOT, name), join(folder, name))
  const programs = {
    bun: 'echo "bun: not found" >&2; exit 127',
    npx: `PATH=${join(folder, 'fetched')}:$PATH; [ "$1 $2" = "-y bun@${Bun.version}" ] && shift 2 && exec bun "$@"`,
    afplay: 'exec sleep 5',
  }
  await mkdir(join(folder, 'bin'))
  await mkdir(join(folder, 'fetched'))
  await symlink(process.execPath, join(folder, 'fetched', 'bun'))
  for (const [name, line] of Object.entries(programs)) {
    await Bun.write(join(folder, 'bin', name), `#!/bin/sh\n${line}\n`)
    await chmod(join(folder, 'bin', name), 0o755)
  }
  await Bun.write(join(folder, 'ann.wav'), wavFile(await recorded(someone())))
  const { cert, key } = await makeCertificate(join(folder, 'issued'), ['purr.example.com'])
  await Bun.write(join(folder, 'fullchain.pem'), cert)
  await Bun.write(join(folder, 'privkey.pem'), key)
}

/** Runs commands as that user; gives what they print. */
async function run(commands: string): Promise<string> {
  const child = Bun.spawn(['sh', '-ec', commands], {
    cwd: folder,
    env: {
      ...process.env,
      ...UNCONFIGURED,
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      DATA_DIR: dataFolder,
      PURR: service.url,
      KEY: member.key,
      ORGANIZATION: managed.organizationId,
      OPERATOR_KEY: operatorKey,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${commands}\n${err}`)
  return out.trimEnd()
}

/** The command that a script's first line names to run it, and its file. */
function commandOf({ language, text }: Block): { command: string; file: string } | undefined {
  const [first] = text.split('\n')
  const named = language === 'js' ? /npx -y bun@\S+ (\S+\.mjs)/.exec(first!) : null
  return named === null ? undefined : { command: named[0], file: named[1]! }
}

/** Runs a block of commands, or a script as its first line says. */
async function perform(block: Block): Promise<string> {
  const script = commandOf(block)
  if (script === undefined) return run(block.text)
  await Bun.write(
    join(folder, script.file),
    block.text
      .replaceAll('http://127.0.0.1:8080', service.url)
      .replaceAll('127.0.0.1:8080', new URL(service.url).host),
  )
  return run(script.command)
}

/** Samples that are not what the block before them prints, by their beginning: where the answer comes from. */
const ANSWERS: Readonly<Record<string, () => Promise<string>>> = {
  'Purr is ready.': greeting,
  'dashboard  http': async () => (await greeting()).split('\n').find((line) => line.startsWith('dashboard'))!,
  '{"type":"error"': refusedTurn,
  'RateLimit-Policy': rateLimit,
  'Restored into': () => run(`DATA_DIR=./data ${NPX} run purr restore purr.backup`),
}

/** Blocks that are no samples, by their beginning: pictures, and the settings of other programs. */
const NO_SAMPLES = [
  'purr.example.com {',
  ' HTTP request',
  '{\n  "provider"',
  '{\n  "params"',
  '{\n  "engine"',
  'model    Kokoro',
  'defaults\n',
]

/** Commands for the folder of another program, or for another machine, by what they have in them. */
const IS_ELSEWHERE = /CARTESIA_API_HOST|models add|docker compose|podman|helm|systemctl|systemd-run|pg_dump/

async function greeting(): Promise<string> {
  const env = { DATA_DIR: await newDataFolder(), PURR_API_KEY: '' }
  const purr = await startPurr(env)
  await purr.stop()
  await purr.remove()
  const told = purr.greeting.slice(purr.greeting.indexOf('Purr is ready.')).trimEnd()
  return told
    .replaceAll(purr.url, 'http://127.0.0.1:8080')
    .replace(`process    ${purr.pid}`, 'process    4711')
}

async function refusedTurn(): Promise<string> {
  const client = await SpeechClient.connect(service.url, member.key)
  client.send({ ...goodRequest, model_id: 'sonic-3', context_id: 'turn-2' })
  const [frame] = await client.turn('turn-2')
  client.close()
  return JSON.stringify(frame)
}

/** Of the first request of an organization. */
async function rateLimit(): Promise<string> {
  const { key } = await service.member(1000, { requestsPerMinute: null })
  const { headers } = await post(`${service.url}/tts/bytes`, key, goodRequest)
  return ['RateLimit-Policy', 'RateLimit'].map((name) => `${name}: ${headers.get(name)}`).join('\n')
}

/** What a sample is, and how the answer is come by; undefined for a block that is none. */
function sampleAt(index: number, blocks: readonly Block[]): { answer: () => Promise<string> } | undefined {
  const block = blocks[index]
  if (block === undefined) return undefined
  const { language, text } = block
  if (!['', 'json'].includes(language) || NO_SAMPLES.some((beginning) => text.startsWith(beginning)))
    return undefined
  const special = Object.entries(ANSWERS).find(([beginning]) => text.startsWith(beginning))
  return { answer: special?.[1] ?? (() => perform(blocks[index - 1]!)) }
}

/** A command that takes minutes, or goes on until it is stopped. */
const IS_LONG = / (start|run (check|build:executable))$/m

describe.each(PAGES)('%s', (page) => {
  const blocks = blocksOf(join(ROOT, page))
  for (const [index, block] of blocks.entries()) {
    const { language, text, place } = block
    const sample = sampleAt(index, blocks)
    if (sample !== undefined) {
      test(`${place} is what is answered`, async () => {
        const answer = await sample.answer()
        const isJson = language === 'json' || text.startsWith('{"type":"error"')
        const compare = isJson
          ? differenceInJson
          : text.startsWith('data: ')
            ? differenceInEvents
            : differenceInLines
        const difference = compare(text, answer)
        if (difference !== undefined) throw new Error(`${place}: the sample ${difference}`)
      })
    }
    const isRun =
      (language === 'sh' && !IS_LONG.test(text) && !IS_ELSEWHERE.test(text)) || commandOf(block) !== undefined
    if (isRun && sampleAt(index + 1, blocks) === undefined) {
      test(`${place} works as printed`, async () => {
        const printed = await perform(block)
        expect(printed).not.toStartWith('{')
        if (language === 'js') expect(printed).not.toBe('')
        for (const [, file] of text.matchAll(/ -o (\S+)/g))
          expect((await readFile(join(folder, file!))).toString('latin1', 0, 2)).not.toBe('{"')
      })
    }
  }
})

test('every command works without a Bun of the user, and names a script that there is', async () => {
  const pages = await Promise.all(
    [...PAGES, 'CONTRIBUTING.md'].map((page) => readFile(join(ROOT, page), 'utf8')),
  )
  const text = pages.join('\n')
  const commands = [...text.matchAll(/npx -y bun@[\d.]+ (?:run )?([\w:.-]+)/g)]
  for (const [command] of commands) expect(command).toStartWith(NPX)
  const scripts = commands
    .map(([, script]) => script!)
    .filter((script) => script !== 'test' && !script.endsWith('.mjs'))
  expect(scripts.filter((script) => !(script in packageJson.scripts))).toEqual([])
  expect(commands.length).toBeGreaterThan(10)
  expect([...text.matchAll(/^(\$ )?bunx? .*|`bunx? [^`]*`/gm)].map(([command]) => command)).toEqual([])
})

test('no message names a command that needs a Bun of the user', async () => {
  const found: string[] = []
  for await (const file of new Bun.Glob('src/**/*.ts').scan(ROOT)) {
    for (const line of (await readFile(join(ROOT, file), 'utf8')).split('\n'))
      if (/\bbunx? (run|start|install)\b/.test(line) && !/^\s*(\/?\*|\/\/)/.test(line))
        found.push(`${file}: ${line}`)
  }
  expect(found).toEqual([])
})
