import { ConfigError, readLocalUrl } from '../config.ts'

/*
 * What a container's health check runs: it asks the Purr that has the same configuration, on this machine, whether requests
 * can be sent to it. It exits with 0 if they can and with 1 if not, and prints the answer.
 */

// No proxy leads to this machine itself.
process.env.NO_PROXY = '*'
try {
  // The certificate is for the name that clients use, and this is the machine itself.
  const answer = await fetch(`${readLocalUrl()}/readyz`, {
    tls: { rejectUnauthorized: false },
    signal: AbortSignal.timeout(4000),
  })
  console.log(await answer.text())
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  console.error(`purr: ${error instanceof ConfigError ? '' : 'no response: '}${(error as Error).message}`)
  process.exitCode = 1
}
