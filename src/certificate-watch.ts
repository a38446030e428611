import { type Certificate, digestOf, readCertificate } from './certificate.ts'
import type { TlsFiles } from './config.ts'
import type { Log } from './telemetry/log.ts'

/** Time between two checks of the files (milliseconds). A pair is used once it was the same in two checks. */
const PERIOD = 2000

/**
 * Takes a new certificate when its files have changed, or at once when it is asked to check. A pair that cannot be used is
 * logged, once, and not taken: it may be half written.
 */
export class CertificateWatch {
  readonly #files: TlsFiles
  readonly #take: (certificate: Certificate) => void
  readonly #log: Log
  /** Digests of the pair that was last taken or refused, and of that seen in the last check. */
  #known: string
  #seen: string

  /**
   * @param served the certificate that is served. The files may have changed since it was read
   * @param take serves with the certificate; throws if it cannot
   */
  constructor(files: TlsFiles, served: Certificate, take: (certificate: Certificate) => void, log: Log) {
    this.#files = files
    this.#take = take
    this.#log = log
    this.#known = this.#seen = served.digest
    setInterval(() => this.#check(), PERIOD).unref()
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

  #check(): void {
    const found = digestOf(this.#files)
    const isSettled = found === this.#seen
    this.#seen = found
    if (isSettled && found !== this.#known) this.reload()
  }
}
