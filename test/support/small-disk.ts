import { tmpdir } from 'node:os'

/** Runs a shell script in its own mount namespace. Its mounts are private and disappear when it ends. */
const APART = ['unshare', '--map-root-user', '--mount', 'sh', '-ec']

/** Whether a process may mount in its own namespace: on Linux, if it is allowed. */
export const canMount =
  Bun.which('unshare') !== null && run('mount -t tmpfs tmpfs "$DISK"', { DISK: tmpdir() }).code === 0
if (!canMount) console.warn('No disk is full: that needs unshare, and the right to mount.')

/**
 * Runs a shell script with a small, empty disk mounted at a folder.
 *
 * @param size in the format of mount, such as 8m
 * @param env environment variables of the script, besides DISK, the folder
 */
export function onSmallDisk(
  folder: string,
  size: string,
  script: string,
  env: Record<string, string>,
): { code: number; out: string; err: string } {
  return run(`mount -t tmpfs -o size=${size} tmpfs "$DISK"\n${script}`, { ...env, DISK: folder })
}

function run(script: string, env: Record<string, string>): { code: number; out: string; err: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...APART, script], { env: { ...process.env, ...env } })
  return { code: exitCode, out: stdout.toString(), err: stderr.toString() }
}
