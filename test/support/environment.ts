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
