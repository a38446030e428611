import type { Groups } from '../../../../management/usage/usage-answers.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { groupsBy } from './groups.ts'
import { FILTERS, type Filter, type Period, RANGES, type Selection } from './selection.ts'

const ALL = 'all'
const OWN = 'own'

const PERIODS: readonly { value: Period; label: string }[] = [
  { value: 'minute', label: 'By minute' },
  { value: 'hour', label: 'By hour' },
  { value: 'day', label: 'By day (UTC)' },
]

const NAMES: Readonly<Record<Filter, { one: string; all: string }>> = {
  project: { one: 'Project', all: 'All projects' },
  key: { one: 'Key', all: 'All keys' },
  voice: { one: 'Voice', all: 'All voices' },
  model: { one: 'Model', all: 'All models' },
}

/** Chooses what is shown: the time, and of it what was spoken with a project, key, voice or model. */
export function Filters({
  selection,
  groups,
  onChange,
}: {
  selection: Selection
  /** What there is in the time, without filters. */
  groups: Groups['data']
  onChange: (changes: Readonly<Record<string, string | null>>) => void
}) {
  const { period, range, filters } = selection
  const ranges = RANGES[period].map(({ value, label }) => ({ value, label }))
  const isFiltered = Object.keys(filters).length > 0
  return (
    <div className="usage-filters">
      <Select
        label="Period"
        choices={PERIODS}
        value={period}
        onChange={(value) => onChange({ period: value, range: null, from: null, to: null })}
      />
      <Select
        label="Time"
        choices={range === undefined ? [...ranges, { value: OWN, label: 'Chosen in a chart' }] : ranges}
        value={range?.value ?? OWN}
        onChange={(value) => value !== OWN && onChange({ range: value, from: null, to: null })}
      />
      {FILTERS.map((filter) => {
        const choices = choicesOf(filter, groups, filters[filter])
        if (choices.length <= 2 && filters[filter] === undefined) return null // there is only one
        return (
          <Select
            key={filter}
            label={NAMES[filter].one}
            choices={choices}
            value={filters[filter] ?? ALL}
            onChange={(value) => onChange({ [filter]: value === ALL ? null : value })}
          />
        )
      })}
      {isFiltered && (
        <Button kind="plain" onClick={() => onChange({ project: null, key: null, voice: null, model: null })}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

/** All that was used in the time, by name, and what is chosen. */
function choicesOf(filter: Filter, groups: Groups['data'], chosen: string | undefined) {
  const found = groupsBy(filter, groups)
    .filter(({ id }) => id !== null)
    .map(({ id, name, note }) => ({ value: id!, label: name, note }))
    .toSorted((some, other) => some.label.localeCompare(other.label))
  const isMissing = chosen !== undefined && !found.some(({ value }) => value === chosen)
  return [
    { value: ALL, label: NAMES[filter].all },
    ...found,
    ...(isMissing ? [{ value: chosen, label: filter === 'model' ? chosen : `${chosen.slice(0, 8)} …` }] : []),
  ]
}
