import { join } from 'node:path'

/** Where the dashboard is. */
export const DASHBOARD = '/dashboard'

/** Where its files are. */
export const ASSETS = `${DASHBOARD}/assets`

/** What build.ts makes. */
export const BUILD_FOLDER = join(import.meta.dir, 'build')

/** The page, which is the same at every address. */
export const PAGE_FILE = join(BUILD_FOLDER, 'index.html')

/** The files that the page loads. Each has its digest in its name, so none ever changes. */
export const ASSETS_FOLDER = join(BUILD_FOLDER, 'assets')
