import { resolve } from 'node:path'
import { type Certificate, certifiedAddress, isSelfSigned } from './certificate.ts'
import { shellCommand } from './system/shell-command.ts'

/** What a new user reads after the start: where Purr listens, and a command to copy that makes it speak. */
export function greeting(
  address: URL,
  key: string | undefined,
  voiceId: string,
  pid: number,
  certificate?: Certificate,
): string {
  const url = (certificate ? certifiedAddress(address, certificate) : address).href.replace(/\/$/, '')
  const request = JSON.stringify({
    model_id: 'gepard-1.0',
    transcript: 'Hello! I am Purr, and this is my voice.',
    voice: { mode: 'id', id: voiceId },
    output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: 22050 },
  })
  const keyLine =
    key === undefined
      ? `key      the one you have; "${shellCommand('run purr key create')}" makes another`
      : `key      ${key}   (shown only now)`
  const trust =
    certificate && isSelfSigned(certificate) ? ` --cacert ${quoted(resolve(certificate.file))}` : ''
  return `
Purr is ready.

address  ${url}
${keyLine}
process  ${pid}

Hear it:

curl -sS${trust} ${url}/tts/bytes \\
  -H 'Authorization: Bearer ${key ?? '<your key>'}' \\
  -H 'Content-Type: application/json' \\
  -d '${request}' \\
  -o hello.wav
`
}

/** A word of a shell's command line, whatever it holds. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
