import { mkdir } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { generate } from 'selfsigned'

/** A certificate and its key, in PEM files. */
export interface TestCertificate {
  readonly cert: string
  readonly key: string
  readonly certFile: string
  readonly keyFile: string
}

/**
 * Makes a certificate for some hosts, in a folder.
 *
 * @param issuer signs it; without one it is self-signed
 */
export async function makeCertificate(
  folder: string,
  hosts: readonly string[],
  issuer?: TestCertificate,
): Promise<TestCertificate> {
  const altNames = hosts.map((host) =>
    isIP(host) ? ({ type: 7, ip: host } as const) : ({ type: 2, value: host } as const),
  )
  const { cert, private: key } = await generate([{ name: 'commonName', value: hosts[0]! }], {
    algorithm: 'sha256',
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames }],
    ca: issuer,
  })
  await mkdir(folder, { recursive: true })
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await Bun.write(certFile, cert)
  await Bun.write(keyFile, key)
  return { cert, key, certFile, keyFile }
}
