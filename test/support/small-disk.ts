import { tmpdir } from 'node:os'

/** Gives a shell script a namespace of its own, whose mounts nobody else sees and which are gone when it ends. */
const APART = ['unshare', '--map-root-user', '--mount', 'sh', '-ec']

/** Whether this machine lets a process mount something in a namespace of its own: Linux, where that is allowed. */
export const canMount =
  Bun.which('unshare') !== null && run('mount -t tmpfs tmpfs "$DISK"', { DISK: tmpdir() }).code === 0

/**
 * Runs a shell script for which a folder is an empty disk.
 *
 * @param size as mount takes it, such as 8m
 * @param env what the script reads, beside the folder as DISK
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
