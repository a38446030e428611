import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { api, unwrap } from '../../api.ts'
import { type Project, useProjects } from '../../projects.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { NameField } from '../../ui/name-field.tsx'
import { useAction } from '../../ui/use-action.ts'
import { VirtualTable } from '../../ui/virtual-table.tsx'
import { renewKeys } from './data.ts'

/** The projects of an organization. */
export function ProjectList({
  organization,
  mayChange,
  onRename,
}: {
  organization: string
  mayChange: boolean
  onRename: (project: Project) => void
}) {
  const query = useProjects(organization)
  return (
    <Loaded query={query}>
      {(projects) => (
        <VirtualTable
          label="Projects"
          rows={projects}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Name', cell: ({ name }) => name },
            { title: 'Valid keys', align: 'end', cell: ({ keys }) => formatNumber(keys) },
            { title: 'Created', cell: ({ created_at }) => formatDate(created_at) },
            {
              title: 'Actions',
              actions: true,
              width: '68px',
              cell: (project) =>
                mayChange && (
                  <IconButton
                    icon={Pencil}
                    label={`Rename ${project.name}`}
                    onClick={() => onRename(project)}
                  />
                ),
            },
          ]}
        />
      )}
    </Loaded>
  )
}

/** Names a project: a new one, or one that there is. */
export function ProjectDialog({
  organization,
  project,
  onClose,
}: {
  organization: string
  /** Undefined: the dialog is closed. */
  project: Project | 'new' | undefined
  onClose: () => void
}) {
  const isNew = project === 'new'
  return (
    <Dialog
      open={project !== undefined}
      onOpenChange={onClose}
      title={isNew ? 'New project' : 'Rename project'}
      description="A project divides the keys of an organization, and their usage. All projects share its credits and limits."
    >
      {project !== undefined && (
        <ProjectForm organization={organization} project={project} onDone={onClose} />
      )}
    </Dialog>
  )
}

function ProjectForm({
  organization,
  project,
  onDone,
}: {
  organization: string
  project: Project | 'new'
  onDone: () => void
}) {
  const [name, setName] = useState(project === 'new' ? '' : project.name)
  const action = useAction(async () => {
    const { projects } = api.management.organizations({ organization })
    if (project === 'new') await unwrap(projects.post({ name }))
    else await unwrap(projects({ project: project.id }).patch({ name }))
    await renewKeys(organization)
    onDone()
  })
  return (
    <Form
      action={action}
      submit={project === 'new' ? 'Make project' : 'Rename'}
      beside={<Button onClick={onDone}>Cancel</Button>}
    >
      <NameField value={name} onChange={setName} />
    </Form>
  )
}
