import type { Servers } from './servers.ts'

/** Shortest time between two checks (milliseconds); up to half as much again, so that many gateways do not check at once. */
const INTERVAL = 4000
/** How long a server may take to answer a health check (milliseconds). */
const TIMEOUT = 2000

/** Asks a server something that costs it next to nothing; resolves to whether it answers. */
export type HealthCheck = (url: string, signal: AbortSignal) => Promise<boolean>

/**
 * Watches the servers that get no requests, so that what is known of them does not wait for somebody to speak. All are checked
 * once when it begins.
 */
export class Watch {
  readonly #servers: Servers
  readonly #check: HealthCheck
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param servers end it when they are closed */
  constructor(servers: Servers, check: HealthCheck) {
    this.#servers = servers
    this.#check = check
  }

  /** Checks all servers, and from then on every few seconds those that do not work. */
  async begin(): Promise<void> {
    this.#servers.closing.addEventListener('abort', () => clearTimeout(this.#timer))
    await this.#checkAll(this.#servers.urls)
    this.#wait()
  }

  /** Checks those that do not work. */
  async again(): Promise<void> {
    await this.#checkAll(this.#servers.away)
  }

  #wait(): void {
    if (this.#servers.closing.aborted) return
    const next = async () => {
      await this.again()
      this.#wait()
    }
    this.#timer = setTimeout(next, INTERVAL * (1 + Math.random() / 2))
    this.#timer.unref()
  }

  async #checkAll(urls: readonly string[]): Promise<void> {
    await Promise.all(
      urls.map(async (url) => {
        const { closing } = this.#servers
        const signal = AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT)])
        const isAlive = await this.#check(url, signal)
        if (!closing.aborted) this.#servers.healthChecked(url, isAlive)
      }),
    )
  }
}

/**
 * A health check by HTTP: any response that is not the server's fault is a sign of life, a refusal too.
 *
 * @param path after the server's URL
 */
export function healthCheckByGet(path: string, headers: Readonly<Record<string, string>>): HealthCheck {
  return async (url, signal) => {
    try {
      const response = await fetch(`${url}${path}`, {
        headers: { ...headers },
        signal,
        redirect: 'manual', // the key is for this server
        keepalive: false,
      })
      await response.body?.cancel()
      return response.status < 500
    } catch {
      return false // it does not answer: that is what was asked
    }
  }
}
