import './playground/playground.css'
import { useState } from 'react'
import type { Voice } from '../../../voices/voices.ts'
import { type Project, rememberProject, useProjects, usualOf } from '../projects.ts'
import { useOrganization } from '../session.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Field } from '../ui/field.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Select } from '../ui/select.tsx'
import { CodeCard } from './playground/code-card.tsx'
import { ComparisonCard } from './playground/comparison-card.tsx'
import { Composer } from './playground/composer.tsx'
import { useVoices } from './playground/data.ts'
import { HistoryCard } from './playground/history-card.tsx'
import { ReadingCard } from './playground/reading-card.tsx'
import { SoundCard } from './playground/sound-card.tsx'
import { useSettings } from './playground/use-settings.ts'
import { useShortcuts } from './playground/use-shortcuts.ts'
import { useStudio } from './playground/use-studio.ts'

/** Where texts are tried: spoken, seen, compared, and shown as code. */
export default function Playground() {
  const { id: organization } = useOrganization()
  const { data: projects = [] } = useProjects(organization)
  const [project, setProject] = useState<string>()
  // It stays the one that is shown, whatever is chosen in another tab.
  if (project === undefined && projects.length > 0) setProject(usualOf(organization, projects)!.id)
  const choose = (id: string) => {
    rememberProject(organization, id)
    setProject(id)
  }
  const [studio, state] = useStudio(project)
  const chosen = useSettings()
  const { choices, voice, settingsFor } = chosen
  const voices = useVoices('')
  const speak = () => {
    if (voice !== undefined && choices.text.trim() !== '') void studio.speak(settingsFor(voice), voice)
  }
  const compare = (other: Voice) => {
    if (voice === undefined) return
    // Only these transports report when words are spoken, by which the two are compared.
    const timed = (by: Voice) => ({ settings: { ...settingsFor(by), transport: 'sse' as const }, voice: by })
    void studio.compare(timed(voice), timed(other))
  }
  useShortcuts({
    speak,
    stop: () => studio.stop(),
    choose: state.comparison && ((side) => void studio.choose(side)),
  })
  return (
    <>
      <PageHeader
        title="Playground"
        actions={
          projects.length > 1 &&
          project !== undefined && <ProjectSelect projects={projects} value={project} onChange={choose} />
        }
      >
        Write something and listen to it while it is spoken.
      </PageHeader>
      {voices.error && voices.data === undefined ? (
        <ErrorState error={voices.error} onRetry={() => void voices.refetch()} />
      ) : (
        <div className="playground">
          <div className="stack">
            <Composer
              chosen={chosen}
              isBusy={state.isBusy}
              onSpeak={speak}
              onStop={() => studio.stop()}
              onCompare={compare}
            />
            <ComparisonCard studio={studio} state={state} />
            <SoundCard studio={studio} state={state} />
            <HistoryCard
              studio={studio}
              state={state}
              onReuse={({ settings: { text } }) => chosen.change({ text })}
            />
          </div>
          <div className="stack">
            {voice && <CodeCard settings={settingsFor(voice)} />}
            {voice && <ReadingCard settings={settingsFor(voice)} />}
          </div>
        </div>
      )}
    </>
  )
}

/** The project that speaks. */
function ProjectSelect({
  projects,
  value,
  onChange,
}: {
  projects: readonly Project[]
  value: string
  onChange: (id: string) => void
}) {
  return (
    <Field label="Project">
      <Select
        choices={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={value}
        onChange={onChange}
      />
    </Field>
  )
}
