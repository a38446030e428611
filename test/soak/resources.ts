import { readdir, readFile, readlink } from 'node:fs/promises'

/** What a process holds, on Linux. */
export interface Resources {
  /** Resident memory, and its proportional part: what it shares with others counts in parts (MiB). */
  readonly rss: number
  readonly pss: number
  /** Open file descriptors that are no sockets, and those that are. */
  readonly files: number
  readonly sockets: number
  readonly threads: number
}

/** Reads what a process holds now. */
export async function resourcesOf(pid: number): Promise<Resources> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  const mebibytes = (name: string) => Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(rollup)![1]) / 1024
  const descriptors = await readdir(`/proc/${pid}/fd`)
  const targets = await Promise.all(
    descriptors.map((descriptor) => readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => undefined)),
  )
  const open = targets.filter((target) => target !== undefined) // others were closed meanwhile
  const sockets = open.filter((target) => target.startsWith('socket:')).length
  return {
    rss: mebibytes('Rss'),
    pss: mebibytes('Pss'),
    files: open.length - sockets,
    sockets,
    threads: (await readdir(`/proc/${pid}/task`)).length,
  }
}
