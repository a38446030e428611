import { useOrganization } from '../../session.tsx'
import { TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useModels } from '../../voices.ts'
import type { Filter } from './data.ts'
import { languageName } from './voice-names.ts'

/** All voices. */
export const ALL: Filter = { search: '', language: '', kind: '', model: '' }

const KINDS = [
  { value: '', label: 'All kinds' },
  { value: 'own', label: 'Clones' },
  { value: 'shared', label: 'Shared' },
] as const

/** Chooses which voices are shown. */
export function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { id } = useOrganization()
  const { data: models = [] } = useModels(id)
  const codes = new Set(models.flatMap(({ languages }) => languages).map((tag) => tag.split('-')[0]!))
  const languages = [...codes].map((value) => ({ value, label: languageName(value) }))
  return (
    <search className="voice-filters">
      <TextInput
        type="search"
        aria-label="Name"
        placeholder="Search by name"
        value={filter.search}
        onChange={({ target }) => onChange({ ...filter, search: target.value })}
      />
      <Select
        label="Language"
        placeholder="All languages"
        choices={[{ value: '', label: 'All languages' }, ...languages]}
        value={filter.language}
        onChange={(language) => onChange({ ...filter, language })}
      />
      <Select
        label="Kind"
        placeholder={KINDS[0].label}
        choices={KINDS}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
      {models.length > 1 && (
        <Select
          label="Model"
          placeholder="All models"
          choices={[
            { value: '', label: 'All models' },
            ...models.map((model) => ({ value: model.id, label: model.name })),
          ]}
          value={filter.model}
          onChange={(model) => onChange({ ...filter, model })}
        />
      )}
    </search>
  )
}
