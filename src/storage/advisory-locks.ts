/**
 * The advisory locks in the database with which processes take turns. The numbers have no meaning, but all versions of
 * Purr on one database must use the same ones. Postgres keeps locks with one key and locks with two keys apart, so one of each
 * kind may have the same number.
 */
export const ADVISORY_LOCKS = {
  /** Processes that start together migrate one after another. */
  migration: 0x70757272,
  /** Processes that start together make only one first organization. */
  firstOrganization: 0x70757273,
  /** One process at a time refunds the open charges of dead ones. Two might lock organizations in different orders. */
  sweep: 0x70757274,
  /** With an organization's hash as the second key: its clones are counted and inserted one after another. */
  clones: 0x70757274,
  /**
   * With an organization's hash as the second key: its pronunciation dictionaries are counted and inserted one after another.
   */
  dictionaries: 0x70757275,
  /** One process at a time folds old charges. Two might lock the same ones in different orders. */
  fold: 0x70757276,
  /** Only one of several visitors becomes the first person of a server that has nobody yet. */
  firstPerson: 0x70757277,
  /** With an organization's hash as the second key: its management keys are counted and inserted one after another. */
  managementKeys: 0x70757278,
  /** Held while a backup of the embedded database is being made: its log must not be cut off before its end. */
  backup: 0x70757279,
  /**
   * With an organization's hash as the second key: its members and invitations are counted, made of each other and changed, one
   * after another.
   */
  members: 0x7075727a,
  /** With an organization's hash as the second key: its projects are counted and made one after another. */
  projects: 0x7075727b,
  /** With an organization's hash as the second key: its keys are counted and made one after another. */
  keys: 0x7075727c,
} as const
