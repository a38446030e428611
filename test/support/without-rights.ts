/** What stands before a command that permissions are to stop: root gets it without the right to pass by them. */
export const WITHOUT_RIGHTS =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []

/** Whether permissions stop such a command. */
export const canRefuse =
  WITHOUT_RIGHTS.length === 0 || Bun.spawnSync([...WITHOUT_RIGHTS, 'true']).exitCode === 0
if (!canRefuse) console.warn('Nobody lacks a permission: for root that needs setpriv.')
