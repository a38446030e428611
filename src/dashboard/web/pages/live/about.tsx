import type { Snapshot } from '../../../../management/live/snapshot.ts'
import { formatAgo, formatNumber } from '../../ui/format.ts'

/** Says which server process is shown. */
export function About({ process: { host, version, uptime_seconds, of } }: Pick<Snapshot, 'process'>) {
  const started = formatAgo(Date.now() - uptime_seconds * 1000)
  return (
    <>
      What the server process on {host} is doing, once a second. Version {version}, started {started}.
      {of !== null && of > 1 && (
        <>
          {' '}
          It is one of {formatNumber(of)} that share the database: your connection has reached this one, and
          the others are not shown.
        </>
      )}
    </>
  )
}
