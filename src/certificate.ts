import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { ConfigError, type TlsFiles } from './config.ts'
import { hostInUrl } from './http/authority.ts'

/** The server's certificate and its key. */
export interface Certificate {
  /** The server's certificate, then the intermediate ones, in PEM. */
  readonly cert: string
  /** The certificate's private key, in PEM. */
  readonly key: string
  /** The file that `cert` was read from. */
  readonly file: string
  /** See {@link digestOf}. */
  readonly digest: string
}

/**
 * Reads a certificate and its key, and checks that the server can use them.
 *
 * @throws ConfigError when one of them cannot be read or used, or when they do not belong together
 */
export function readCertificate(files: TlsFiles): Certificate {
  const { certFile, keyFile } = files
  const digest = digestOf(files) // of what was there before: what comes while it is read is new
  const cert = read('TLS_CERT_FILE', certFile)
  const key = read('TLS_KEY_FILE', keyFile)
  const certificate = parsed(
    () => new X509Certificate(cert),
    `TLS_CERT_FILE (${certFile}) holds no certificate: set it to a PEM file that begins with the server's own`,
  )
  const privateKey = parsed(
    () => createPrivateKey(key),
    `TLS_KEY_FILE (${keyFile}) holds no private key: set it to a PEM file with a key without a passphrase`,
  )
  if (certificate.checkPrivateKey(privateKey)) return { cert, key, file: certFile, digest }
  throw new ConfigError(
    `TLS_KEY_FILE (${keyFile}) is not the key of the first certificate in TLS_CERT_FILE (${certFile}): set it to the key that the certificate was made with`,
  )
}

/** A digest of what is in the files now. */
export function digestOf({ certFile, keyFile }: TlsFiles): string {
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

function read(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new ConfigError(`${variable} cannot be read (${cause}): set it to a PEM file`, { cause })
  }
}

function parsed<Value>(parse: () => Value, complaint: string): Value {
  try {
    return parse()
  } catch (cause) {
    throw new ConfigError(complaint, { cause })
  }
}

/** The URL at which clients can verify the server. Its host is changed if the certificate does not name it. */
export function certifiedUrl(url: URL, { cert }: Certificate): URL {
  const certificate = new X509Certificate(cert)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) return url
  const name = names(certificate).find((each) => !each.startsWith('*'))
  const certified = new URL(url)
  if (name !== undefined) certified.hostname = hostInUrl(name)
  return certified
}

/** Whether the certificate is self-signed: clients trust it only if it is given to them. */
export function isSelfSigned({ cert }: Certificate): boolean {
  const certificate = new X509Certificate(cert)
  return certificate.checkIssued(certificate)
}

/** The hosts that a certificate names. Old certificates name them only in the subject. */
function names({ subjectAltName, subject }: X509Certificate): string[] {
  const listed = subjectAltName?.matchAll(/(?:DNS|IP Address):([^,]+)/g) ?? subject.matchAll(/^CN=(.+)$/gm)
  return [...listed].map(([, name]) => name!)
}
