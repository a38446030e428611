import './voices/voices.css'
import { Mic } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { Voice } from '../../../voices/voices.ts'
import { addressOf } from '../addresses.ts'
import { useOrganization } from '../session.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { later, useOpened } from '../ui/later.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Column } from '../ui/table.tsx'
import { useWas } from '../ui/use-was.ts'
import { useSettled } from '../use-settled.ts'
import { useModels } from '../voices.ts'
import { type Filter, sampleOf, useVoices } from './voices/data.ts'
import { ALL, Filters } from './voices/filters.tsx'
import { PlayButton } from './voices/play-button.tsx'
import { player } from './voices/player.ts'
import { languageName } from './voices/voice-names.ts'

const cloneDialog = later(() => import('./voices/clone-dialog.tsx'))
const voiceDialog = later(() => import('./voices/voice-dialog.tsx'))

/** The catalogue of voices, which are heard and cloned here. The URL has the one that is shown. */
export default function Voices() {
  const [isCloning, setCloning] = useState(false)
  const wasCloning = useWas(isCloning)
  const [filter, setFilter] = useState<Filter>(ALL)
  const [, go] = useLocation()
  const search = useSearch()
  const { id: organization } = useOrganization()
  const shown = new URLSearchParams(search).get('voice')
  const closeClone = () => setCloning(false)
  const closeVoice = () => go(addressOf('voices', organization), { replace: true })
  const CloneDialog = useOpened(cloneDialog, isCloning, closeClone)
  const VoiceDialog = useOpened(voiceDialog, shown !== null, closeVoice)
  useEffect(() => () => player.stop(), [])
  return (
    <>
      <PageHeader
        title="Voices"
        actions={
          <Button kind="primary" icon={Mic} onClick={() => setCloning(true)}>
            Clone a voice
          </Button>
        }
      >
        The voices that your organization can speak with. Samples cost nothing.
      </PageHeader>
      <Filters filter={filter} onChange={setFilter} />
      <Catalogue filter={filter} onClear={() => setFilter(ALL)} onClone={() => setCloning(true)} />
      {VoiceDialog && shown !== null && <VoiceDialog id={shown} onClose={closeVoice} />}
      {CloneDialog && wasCloning && <CloneDialog open={isCloning} onClose={closeClone} />}
    </>
  )
}

interface CatalogueProps {
  readonly filter: Filter
  readonly onClear: () => void
  readonly onClone: () => void
}

function Catalogue({ filter, onClear, onClone }: CatalogueProps) {
  const { id: organization } = useOrganization()
  const search = useSettled(filter.search)
  const found = useVoices(organization, { ...filter, search })
  const { data: models = [] } = useModels(organization)
  const voices = useMemo(() => found.data?.pages.flatMap(({ data }) => data), [found.data])
  const columns = useMemo(() => columnsOf(organization, models.length > 1), [organization, models.length])
  if (voices === undefined)
    return found.error ? (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <Skeleton lines={8} />
    )
  if (voices.length === 0)
    return filter.kind === 'own' && !filter.search && !filter.language && !filter.model ? (
      <EmptyState
        icon={Mic}
        title="No clones yet"
        actions={
          <Button kind="primary" onClick={onClone}>
            Clone a voice
          </Button>
        }
      >
        A recording of 10 to 30 seconds is enough. The person who speaks in it must agree.
      </EmptyState>
    ) : (
      <EmptyState title="No voice is like that" actions={<Button onClick={onClear}>Show all voices</Button>}>
        Search for a part of the name, or clear the filters.
      </EmptyState>
    )
  return <PagedTable label="Voices" columns={columns} rows={voices} keyOf={({ id }) => id} query={found} />
}

function columnsOf(organization: string, hasModels: boolean): readonly Column<Voice>[] {
  return [
    {
      title: 'Sample',
      actions: true,
      width: '80px',
      cell: ({ id, name }) => <PlayButton sound={id} name={name} source={sampleOf(organization, id)} />,
    },
    {
      title: 'Name',
      width: '24%',
      cell: ({ id, name }) => (
        <Link className="voice-name" href={`${addressOf('voices', organization)}?voice=${id}`}>
          {name}
        </Link>
      ),
    },
    { title: 'Description', cell: ({ description }) => <span className="quiet">{description}</span> },
    { title: 'Language', width: '180px', cell: ({ language }) => languageName(language) },
    ...(hasModels ? [{ title: 'Model', width: '150px', cell: ({ model_id }: Voice) => model_id }] : []),
    {
      title: 'Kind',
      width: '110px',
      cell: ({ is_owner }) => (
        <Badge tone={is_owner ? 'accent' : 'plain'}>{is_owner ? 'Clone' : 'Shared'}</Badge>
      ),
    },
  ]
}
