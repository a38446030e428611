import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Certificate, readCertificate } from './certificate.ts'
import type { TlsFiles } from './config.ts'
import type { Log } from './telemetry/log.ts'

/** Time between two looks at the files (milliseconds). A pair that is used has been the same in two looks. */
const PERIOD = 2000

/**
 * Takes a new certificate when its files have changed, or at once when it is told to look. A pair that cannot be used is logged,
 * once, and not taken: it may be half written.
 */
export class CertificateWatch {
  readonly #files: TlsFiles
  readonly #take: (certificate: Certificate) => void
  readonly #log: Log
  /** Digests of the pair that was last taken or refused, and of that seen in the last look. */
  #known: string
  #seen: string

  /** @param take serves with the certificate; throws if it cannot */
  constructor(files: TlsFiles, take: (certificate: Certificate) => void, log: Log) {
    this.#files = files
    this.#take = take
    this.#log = log
    this.#known = this.#seen = digestOf(files)
    setInterval(() => this.#look(), PERIOD).unref()
  }

  /** Reads the files now, whether they have changed or not. */
  reload(): void {
    this.#known = digestOf(this.#files)
    try {
      this.#take(readCertificate(this.#files))
      this.#log.info('the certificate was read again; new connections are served with it')
    } catch (error) {
      this.#log.error({ err: error }, 'the new certificate cannot be used, and is not served')
    }
  }

  #look(): void {
    const found = digestOf(this.#files)
    const isSettled = found === this.#seen
    this.#seen = found
    if (isSettled && found !== this.#known) this.reload()
  }
}

/** A digest of what is in the files now. */
function digestOf({ certFile, keyFile }: TlsFiles): string {
  const digest = createHash('sha256')
  for (const file of [certFile, keyFile]) {
    try {
      digest.update(createHash('sha256').update(readFileSync(file)).digest())
    } catch (error) {
      digest.update(`${(error as { code?: unknown }).code}`)
    }
  }
  return digest.digest('hex')
}
