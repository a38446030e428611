import type { Groups } from '../../../../management/usage/usage-answers.ts'
import type { Filter } from './selection.ts'

type Group = Groups['data'][number]

/** What was spoken with one project, key, voice or model. */
export interface Sum {
  /** Null: with none. */
  readonly id: string | null
  readonly name: string
  /** Tells it from others with the same name. */
  readonly note: string | undefined
  readonly turns: number
  readonly characters: number
  readonly errors: number
}

/** Usage by projects, keys, voices or models, that with the most characters first. */
export function groupsBy(filter: Filter, groups: readonly Group[]): Sum[] {
  const sums = new Map<string | null, Sum>()
  for (const group of groups) {
    const named = NAMED[filter](group)
    const { turns = 0, characters = 0, errors = 0 } = sums.get(named.id) ?? {}
    sums.set(named.id, {
      ...named,
      turns: turns + group.turns,
      characters: characters + group.characters,
      errors: errors + group.errors,
    })
  }
  return [...sums.values()].toSorted(
    (some, more) => more.characters - some.characters || more.turns - some.turns,
  )
}

const NAMED: Readonly<Record<Filter, (group: Group) => Pick<Sum, 'id' | 'name' | 'note'>>> = {
  project: ({ project_id, project_name }) => ({ id: project_id, name: project_name, note: undefined }),
  key: ({ key_id, key_name, key_prefix }) => ({ id: key_id, name: key_name, note: key_prefix }),
  voice: ({ voice_id, voice_name }) => ({
    id: voice_id,
    name: voice_id === null ? 'No voice' : (voice_name ?? 'Deleted voice'),
    note: voice_id !== null && voice_name === null ? voice_id.slice(0, 8) : undefined,
  }),
  model: ({ model_id }) => ({ id: model_id, name: model_id ?? 'No model', note: undefined }),
}
