import { readConfig } from '../../src/config.ts'

/**
 * The environment variables that configure Purr, each of them blank. Blank counts as unset, and Bun does not take a blank
 * variable from the .env of the checkout: no test depends on how somebody has set Purr up here.
 */
export const UNCONFIGURED: Readonly<Record<string, string>> = Object.fromEntries(
  configured().map((name) => [name, '']),
)

/** What is read where nothing is set. What is read only beside other variables counts only beside them. */
function configured(): string[] {
  const names = new Set<string>()
  const nothing = new Proxy<Record<string, undefined>>({}, { get: (_, name) => void names.add(String(name)) })
  readConfig(nothing)
  return [...names]
}

/**
 * Takes away what `bun run check` sets so that processes do not return freed memory to the system: for those whose memory is
 * measured. Blank would not be unset.
 */
export const RETURNS_MEMORY = { MIMALLOC_PURGE_DELAY: undefined }
