import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Project } from '../../projects.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatAgo, formatDate, formatTime } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import type { Column } from '../../ui/table.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useSettled } from '../../use-settled.ts'
import { type ListedKey, useKeys, VALID_KEYS } from './data.ts'
import { Filters } from './filters.tsx'
import { RevokeDialog } from './revoke.tsx'

/** The keys of an organization, with what can be done with them. */
export function KeyList({
  organization,
  projects,
  onMake,
}: {
  organization: string
  projects: readonly Project[]
  onMake: () => void
}) {
  const [filter, setFilter] = useState(VALID_KEYS)
  const [revoked, setRevoked] = useState<ListedKey>()
  const search = useSettled(filter.search)
  const found = useKeys(organization, { ...filter, search })
  const keys = found.data?.pages.flatMap(({ data }) => data) ?? []
  const shownColumns = useMemo(() => columns(setRevoked), [])
  const isFiltered = filter.search !== '' || filter.project !== '' || filter.state !== 'valid'
  return (
    <div className="stack">
      <Filters filter={filter} projects={projects} onChange={setFilter} />
      <Loaded query={found}>
        {() =>
          keys.length > 0 ? (
            <PagedTable
              label="Keys"
              columns={shownColumns}
              rows={keys}
              keyOf={({ id }) => id}
              query={found}
            />
          ) : isFiltered ? (
            <EmptyState
              icon={KeyRound}
              title="No key is like this"
              actions={<Button onClick={() => setFilter(VALID_KEYS)}>Show all valid keys</Button>}
            />
          ) : (
            <EmptyState
              icon={KeyRound}
              title="Make your first key"
              actions={
                <Button kind="primary" icon={Plus} onClick={onMake}>
                  Make a key
                </Button>
              }
            >
              A program needs a key to speak. You can make one for each program, and revoke it alone.
            </EmptyState>
          )
        }
      </Loaded>
      <RevokeDialog organization={organization} revoked={revoked} onClose={() => setRevoked(undefined)} />
    </div>
  )
}

function columns(onRevoke: (key: ListedKey) => void): Column<ListedKey>[] {
  return [
    {
      title: 'Name',
      width: '30%',
      cell: ({ name, is_dashboard, revoked_at }) => (
        <span className="keys-name">
          <span dir="auto">{name}</span>
          {is_dashboard && <Badge>playground</Badge>}
          {revoked_at && <Badge tone="danger">revoked</Badge>}
        </span>
      ),
    },
    { title: 'Key', width: '192px', cell: ({ prefix }) => <code>sk_purr_{prefix}_…</code> },
    { title: 'Project', cell: ({ project }) => project.name },
    {
      title: 'Created',
      cell: ({ created_at, created_by }) => (
        <Tooltip text={`${formatTime(created_at)}${created_by ? ` by ${created_by}` : ''}`}>
          <span>{formatDate(created_at)}</span>
        </Tooltip>
      ),
    },
    {
      title: 'Last used',
      cell: ({ last_used_at }) =>
        last_used_at ? (
          <Tooltip text={formatTime(last_used_at)}>
            <span>{formatAgo(last_used_at)}</span>
          </Tooltip>
        ) : (
          <span className="quiet">Never</span>
        ),
    },
    {
      title: 'Actions',
      actions: true,
      width: '68px',
      cell: (key) =>
        key.may_revoke && (
          <IconButton icon={Trash2} label={`Revoke ${key.name}`} onClick={() => onRevoke(key)} />
        ),
    },
  ]
}
