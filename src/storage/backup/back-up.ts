import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { archived, archivedText, archiveEnd } from './archive.ts'
import { writeBackup } from './backup-file.ts'
import type { Begun, Ended } from './online-backup.ts'

/** Whoever has the database open. */
export interface BackupSource {
  begin(): Promise<Begun>
  end(id: string): Promise<Ended>
}

/** What was written. */
export interface BackedUp {
  /** When the backup began, in ISO 8601: it has everything that was committed until then. */
  readonly made: string
  readonly bytes: number
}

/** The folder of the write-ahead log (WAL). */
const WAL_FOLDER = 'pg_wal/'
/** Size of a WAL segment, which is a file. */
const SEGMENT_BYTES = 16 * 1024 * 1024
/**
 * What Postgres makes again: its files that are only of a running server, and those of one statement. And hidden files, which
 * are not Postgres's, but of file managers and network drives.
 */
const NOT_KEPT =
  /(^|\/)\.|^(postmaster\.(pid|opts)|backup_label.*)$|^pg_(wal|dynshmem|notify|serial|snapshots|stat_tmp|subtrans|replslot)\/.|\/pgsql_tmp|\/pg_internal\.init/

/**
 * Writes a backup of an embedded database that is in use. Statements go on meanwhile, and are in it if they were
 * committed before its end.
 *
 * @param cluster the folder with the files of the database
 * @throws Error of the operating system, or when the database has ended or been opened again meanwhile
 */
export async function backUp(cluster: string, source: BackupSource, file: string): Promise<BackedUp> {
  const made = new Date().toISOString()
  const { id, migration } = await source.begin()
  const postgres = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  async function* content() {
    yield* archived(cluster, (path) => !NOT_KEPT.test(path))
    const { label, until } = await source.end(id)
    yield archivedText('backup_label', label)
    yield* walSegments(cluster, label, until)
    yield archiveEnd()
  }
  const bytes = await writeBackup(file, { purr: version, made, postgres, migration }, content())
  return { made, bytes }
}

/** The WAL segments that make the copied files whole, and of one moment. */
async function* walSegments(cluster: string, label: string, until: string): AsyncGenerator<Buffer> {
  const names = walSegmentNames(label, until)
  const files = () => Promise.all(names.map(async (name) => (await stat(join(cluster, name))).ino))
  try {
    const before = await files()
    yield* archived(cluster, (path) => names.includes(path), WAL_FOLDER)
    // Postgres gives old WAL segments new names, to write them again.
    if ((await files()).join() === before.join()) return
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
  throw new Error(
    'so much was written meanwhile that the log no longer goes back to the start of the backup: try again',
  )
}

/** The WAL segments from the one that a label names up to a position of the log. */
function walSegmentNames(label: string, until: string): string[] {
  const [, timeline, first] = /\(file ([0-9A-F]{8})([0-9A-F]{16})\)/.exec(label)!
  const from = segmentOf(
    BigInt(`0x${first!.slice(0, 8)}`),
    BigInt(`0x${first!.slice(8)}`) * BigInt(SEGMENT_BYTES),
  )
  const [high, low] = until.split('/').map((part) => BigInt(`0x${part}`))
  const to = segmentOf(high!, low! - 1n)
  const names: string[] = []
  for (let number = from; number <= to; number++) {
    const parts = [number / SEGMENTS_PER_FILE_ID, number % SEGMENTS_PER_FILE_ID]
    names.push(
      `${WAL_FOLDER}${timeline}${parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')}`,
    )
  }
  return names
}

const SEGMENTS_PER_FILE_ID = 2n ** 32n / BigInt(SEGMENT_BYTES)

function segmentOf(high: bigint, low: bigint): bigint {
  return high * SEGMENTS_PER_FILE_ID + low / BigInt(SEGMENT_BYTES)
}
