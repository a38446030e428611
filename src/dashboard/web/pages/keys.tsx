import './keys/keys.css'
import { FolderPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { type Project, useProjects } from '../projects.ts'
import { useOrganization } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { KeyList } from './keys/key-list.tsx'
import { MakeKey } from './keys/make-key.tsx'
import { ProjectDialog, ProjectList } from './keys/projects.tsx'

/** The keys of programs, and the projects that they belong to. */
export default function Keys() {
  const { id, role } = useOrganization()
  const { data: projects = [] } = useProjects(id)
  const [isMaking, setMaking] = useState(false)
  const [named, setNamed] = useState<Project | 'new'>()
  const mayChange = role !== 'member'
  return (
    <>
      <PageHeader
        title="Keys and projects"
        actions={
          <>
            {mayChange && (
              <Button icon={FolderPlus} onClick={() => setNamed('new')}>
                New project
              </Button>
            )}
            <Button kind="primary" icon={Plus} onClick={() => setMaking(true)}>
              Make a key
            </Button>
          </>
        }
      >
        Programs speak with a key. Each can be revoked alone, at once.
      </PageHeader>
      <Tabs
        label="Keys and projects"
        tabs={[
          {
            value: 'keys',
            label: 'Keys',
            content: <KeyList organization={id} projects={projects} onMake={() => setMaking(true)} />,
          },
          {
            value: 'projects',
            label: 'Projects',
            content: <ProjectList organization={id} mayChange={mayChange} onRename={setNamed} />,
          },
        ]}
      />
      <MakeKey organization={id} projects={projects} open={isMaking} onClose={() => setMaking(false)} />
      <ProjectDialog organization={id} project={named} onClose={() => setNamed(undefined)} />
    </>
  )
}
