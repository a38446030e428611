import { resolve } from 'node:path'
import { type Certificate, certifiedUrl, isSelfSigned } from './certificate.ts'
import { servesPages } from './config.ts'
import type { Models } from './engines/models.ts'
import { shellCommand, shellWord } from './system/shell-command.ts'

/** Stands for a key that was given in PURR_API_KEY, which is not shown. */
export const GIVEN_KEY = Symbol('given')

/** What is printed for a new user, besides the URL. */
export interface Greeted {
  /** The key that was made at this start; undefined if there were keys already. */
  readonly key: string | typeof GIVEN_KEY | undefined
  /** The code with which the first person comes in; undefined if somebody is there. */
  readonly welcomeCode: string | undefined
  readonly voiceId: string
  readonly pid: number
}

/**
 * The text that a new user reads after the start: where Purr is reached, and a command that makes it speak.
 *
 * @param listening where Purr listens
 * @param publicUrl where clients reach it, if that is elsewhere
 * @param certificate the one that clients see where it listens
 */
export function greeting(
  listening: URL,
  { key, welcomeCode, voiceId, pid }: Greeted,
  { publicUrl, certificate }: { publicUrl?: string; certificate?: Certificate } = {},
): string {
  const reachable = onThisMachine(listening)
  const own = (certificate ? certifiedUrl(reachable, certificate) : reachable).href.replace(/\/$/, '')
  const url = publicUrl ?? own
  const pages = publicUrl !== undefined && servesPages(publicUrl) ? publicUrl : own
  const request = JSON.stringify({
    model_id: 'gepard-1.0',
    transcript: 'Hello! I am Purr, and this is my voice.',
    voice: { mode: 'id', id: voiceId },
    output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: 22050 },
  })
  const { inWords, inShell } = shown(key)
  const trust =
    publicUrl === undefined && certificate && isSelfSigned(certificate)
      ? ` --cacert ${shellWord(resolve(certificate.file))}`
      : ''
  return `
Purr is ready.

dashboard  ${pages}/dashboard${welcomeCode === undefined ? '' : `/welcome#${welcomeCode}`}
address    ${url}
key        ${inWords}
process    ${pid}
docs       ${pages}/docs

Hear it:

curl -sS${trust} ${url}/tts/bytes \\
  -H ${inShell} \\
  -H 'Content-Type: application/json' \\
  -d '${request}' \\
  -o hello.wav
`
}

/** A server that listens on all addresses is reached on this machine by the local one. */
function onThisMachine(url: URL): URL {
  const reachable = new URL(url)
  if (['0.0.0.0', '[::]', '*'].includes(url.hostname)) reachable.hostname = '127.0.0.1'
  return reachable
}

/** The models besides the one that comes with Purr, in a line; undefined when there are none. */
export function othersInWords({ all, main }: Pick<Models, 'all' | 'main'>): string | undefined {
  const others = all.filter((model) => model !== main)
  if (others.length === 0) return undefined
  const each = others.map(
    ({ id, kind, voices }) => `${id} (${kind}, ${voices.length} ${voices.length === 1 ? 'voice' : 'voices'})`,
  )
  return `Models besides ${main.id}: ${each.join(', ')}.`
}

/** The key as the greeting shows it, and as the header that carries it in a shell's command line. */
function shown(key: string | typeof GIVEN_KEY | undefined): { inWords: string; inShell: string } {
  if (key === GIVEN_KEY)
    return { inWords: 'the one in PURR_API_KEY', inShell: '"Authorization: Bearer $PURR_API_KEY"' }
  const inWords =
    key === undefined
      ? `the one you have; "${shellCommand('run purr key create')}" makes another, with the same DATA_DIR or DATABASE_URL`
      : `${key}   (shown only now)`
  return { inWords, inShell: `'Authorization: Bearer ${key ?? '<your key>'}'` }
}
