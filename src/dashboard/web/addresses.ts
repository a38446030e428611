/** Pages of an organization, whose id is in the address. */
const OF_ORGANIZATION = [
  'overview',
  'playground',
  'voices',
  'quick-start',
  'keys',
  'usage',
  'credits',
  'members',
] as const

/** Pages of the server, and of the person who is signed in. */
const OTHERS = ['live', 'organizations', 'settings'] as const

/** All pages behind the sign-in. */
export const PAGE_NAMES = [...OF_ORGANIZATION, ...OTHERS]

export type PageName = (typeof PAGE_NAMES)[number]

/** Whether a page is that of an organization. */
export function isOfOrganization(name: PageName): boolean {
  return (OF_ORGANIZATION as readonly PageName[]).includes(name)
}

/**
 * The address of a page within the dashboard, for links: `addressOf('keys', organization.id)`.
 *
 * @param organizationId for pages of an organization
 */
export function addressOf(name: PageName, organizationId = ''): string {
  return isOfOrganization(name) ? `/o/${organizationId}/${name}` : `/${name}`
}
