import type { Project } from '../../projects.ts'
import { TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { KeyFilter } from './data.ts'

const STATES = [
  { value: 'valid', label: 'Valid keys' },
  { value: 'revoked', label: 'Revoked keys' },
  { value: 'all', label: 'All keys' },
] as const

interface FiltersProps {
  readonly filter: KeyFilter
  readonly projects: readonly Project[]
  readonly onChange: (filter: KeyFilter) => void
}

/** Chooses which keys are shown. */
export function Filters({ filter, projects, onChange }: FiltersProps) {
  return (
    <search className="row keys-filters">
      <TextInput
        className="keys-search"
        type="search"
        aria-label="Search keys by name or prefix"
        placeholder="Search by name or prefix"
        value={filter.search}
        onChange={({ target }) => onChange({ ...filter, search: target.value })}
      />
      {projects.length > 1 && (
        <Select
          label="Project"
          value={filter.project || 'all'}
          onChange={(project) => onChange({ ...filter, project: project === 'all' ? '' : project })}
          choices={[
            { value: 'all', label: 'All projects' },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <Select
        label="State"
        value={filter.state}
        onChange={(state) => onChange({ ...filter, state })}
        choices={STATES}
      />
    </search>
  )
}
