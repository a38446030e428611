import type { Groups } from '../../../../management/usage/usage-answers.ts'
import { Card } from '../../ui/card.tsx'
import { formatNumber, formatPercent } from '../../ui/format.ts'
import { Table } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { groupsBy } from './groups.ts'
import { FILTERS, type Filter } from './selection.ts'

/** Most rows that are shown of each. */
const MOST = 20

const TITLES: Readonly<Record<Filter, string>> = {
  project: 'Projects',
  key: 'Keys',
  voice: 'Voices',
  model: 'Models',
}

/** What was used most. A name narrows the charts down to it. */
export function Breakdown({
  groups,
  onFilter,
}: {
  groups: Groups['data']
  onFilter: (filter: Filter, id: string) => void
}) {
  const all = groups.reduce((sum, { characters }) => sum + characters, 0)
  return (
    <Card title="Used most">
      <Tabs
        label="Used most"
        tabs={FILTERS.map((filter) => ({
          value: filter,
          label: TITLES[filter],
          content: (
            <Table
              label={TITLES[filter]}
              rows={groupsBy(filter, groups).slice(0, MOST)}
              keyOf={({ id }) => id ?? ''}
              columns={[
                {
                  title: 'Name',
                  cell: ({ id, name, note }) => (
                    <>
                      {id === null ? (
                        <span className="quiet">{name}</span>
                      ) : (
                        <button type="button" className="usage-name" onClick={() => onFilter(filter, id)}>
                          {name}
                        </button>
                      )}
                      {note && <code className="usage-note">{note}</code>}
                    </>
                  ),
                },
                { title: 'Characters', align: 'end', cell: ({ characters }) => formatNumber(characters) },
                {
                  title: 'Share',
                  align: 'end',
                  cell: ({ characters }) => (all === 0 ? '–' : formatPercent(characters / all)),
                },
                { title: 'Turns', align: 'end', cell: ({ turns }) => formatNumber(turns) },
                { title: 'Errors', align: 'end', cell: ({ errors }) => formatNumber(errors) },
              ]}
            />
          ),
        }))}
      />
    </Card>
  )
}
