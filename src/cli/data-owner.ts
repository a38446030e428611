import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { embeddedFolder } from '../storage/open.ts'

/**
 * Keeps root from opening, or making, the embedded database of another user: what root leaves in its folder, the server could
 * not open. Root does not become that user instead, who may not reach the code, the files that are named, or, with systemd's
 * DynamicUser, the folder itself.
 *
 * @throws Error that names the owner and what to do
 */
export function assertOwnerIfRoot(dataDir: string): void {
  if (process.geteuid?.() !== 0) return
  const folder = [embeddedFolder(dataDir), dataDir].find(existsSync)
  if (folder === undefined) return
  const { uid, gid } = statSync(folder)
  if (uid === 0) return
  throw new Error(
    `${resolve(folder)} belongs to user ${uid}, and a server of that user could not open what root writes there: put ` +
      `"setpriv --reuid=${uid} --regid=${gid} --clear-groups" before this command, or run it as src/docs/deploying.md says for systemd`,
  )
}
