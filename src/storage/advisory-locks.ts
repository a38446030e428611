/**
 * The advisory locks that Purr takes in the database, by which processes take turns. The numbers mean nothing, but every
 * version of Purr that runs on one database must have the same.
 */
export const ADVISORY_LOCKS = {
  /** Processes that start together migrate one after another. */
  migration: 0x70757272,
  /** Processes that start together make one first organization. */
  firstOrganization: 0x70757273,
  /** One process at a time refunds what dead ones have left open: two would lock organizations in different orders. */
  sweep: 0x70757274,
  /** With an organization's hash as the second key: its clones are counted and kept one after another. */
  clones: 0x70757274,
} as const
