import { offline } from './api.ts'

const RELOADED = 'reloaded'
/** How long a page that was reloaded is not reloaded again (milliseconds). */
const PAUSE = 60_000

/**
 * Makes a function that imports a file of the dashboard also work after an update of the server, which has that file no more:
 * then the page is reloaded, as its new version. It is not where that would not help: the server is away, still has this
 * version, or the page was just reloaded.
 *
 * @returns throws what the import has thrown if the page stays; ApiError if the server is away
 */
export function orReload<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    try {
      return await load()
    } catch (error) {
      if (!(await isOld()) || wasReloaded()) throw error
      sessionStorage.setItem(RELOADED, String(Date.now()))
      location.reload()
      return new Promise(() => {}) // until it is gone
    }
  }
}

/**
 * Whether the server has another version than this.
 *
 * @throws ApiError if it is away
 */
async function isOld(): Promise<boolean> {
  const script = document.querySelector('script[type=module]')?.getAttribute('src')
  const page = await fetch(location.pathname, { cache: 'no-store' }).catch((cause: unknown) => {
    throw offline(cause)
  })
  return page.ok && !(await page.text()).includes(String(script))
}

function wasReloaded(): boolean {
  return Date.now() - Number(sessionStorage.getItem(RELOADED)) < PAUSE
}
