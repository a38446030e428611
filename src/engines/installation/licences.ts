const NAME_AUTHORS = 'name its authors where you publish what it says'
const SAME_LICENCE = 'pass the model on only under the same licence'

/**
 * Licences that permit any use, and what they ask for beyond keeping their text, by the identifiers of the hub, which are
 * those of SPDX in lower case.
 */
const FREE: ReadonlyMap<string, string | undefined> = new Map([
  ...[
    '0bsd',
    'afl-3.0',
    'apache-2.0',
    'artistic-2.0',
    'bsd',
    'bsd-2-clause',
    'bsd-3-clause',
    'bsd-3-clause-clear',
    'bsl-1.0',
    'cc0-1.0',
    'cdla-permissive-1.0',
    'cdla-permissive-2.0',
    'ecl-2.0',
    'isc',
    'mit',
    'mit-0',
    'ms-pl',
    'ncsa',
    'pddl',
    'unlicense',
    'wtfpl',
    'zlib',
  ].map((id) => [id, undefined] as const),
  ...['cc-by-2.0', 'cc-by-2.5', 'cc-by-3.0', 'cc-by-4.0', 'odc-by'].map((id) => [id, NAME_AUTHORS] as const),
  ...['cc-by-sa-3.0', 'cc-by-sa-4.0'].map((id) => [id, `${NAME_AUTHORS}, and ${SAME_LICENCE}`] as const),
  ...['agpl-3.0', 'eupl-1.2', 'gpl-2.0', 'gpl-3.0', 'lgpl-2.1', 'lgpl-3.0', 'mpl-2.0'].map(
    (id) => [id, SAME_LICENCE] as const,
  ),
])

/** True for a licence that is known to permit any use. */
export function isFree(licence: string | undefined): boolean {
  return licence !== undefined && FREE.has(identifier(licence))
}

/** What a free licence asks of those who use the model, besides keeping its text. Undefined: nothing. */
export function dutyUnder(licence: string | undefined): string | undefined {
  return licence === undefined ? undefined : FREE.get(identifier(licence))
}

/** A licence as cards write it, "CC BY 4.0", as its identifier, "cc-by-4.0". */
function identifier(licence: string): string {
  return licence.trim().toLowerCase().replaceAll(/\s+/g, '-')
}
