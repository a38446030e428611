import { useState } from 'react'
import type { Voice } from '../../../../voices/voices.ts'
import { api, unwrap } from '../../api.ts'
import { type Project, rememberProject, usualOf } from '../../projects.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { NameField } from '../../ui/name-field.tsx'
import { Select } from '../../ui/select.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useFirstVoice } from '../../voices.ts'
import { renewKeys } from './data.ts'

interface MakeKeyProps {
  readonly organization: string
  readonly projects: readonly Project[]
  readonly open: boolean
  readonly onClose: () => void
}

/** Makes a key, and shows it once: also if the dialog was closed while it was made. */
export function MakeKey({ organization, projects, open, onClose }: MakeKeyProps) {
  const [made, setMade] = useState<string>()
  const close = () => {
    onClose()
    setMade(undefined)
  }
  return made === undefined ? (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Make a key"
      description="Programs send it with each request. What they speak is paid by this organization."
    >
      <KeyForm organization={organization} projects={projects} onMade={setMade} onCancel={close} />
    </Dialog>
  ) : (
    <Dialog
      open
      onOpenChange={close}
      title="Your new key"
      description="Copy it now and keep it where only your programs can read it. It cannot be shown again."
    >
      <MadeKey organization={organization} value={made} />
      <DialogActions>
        <Button kind="primary" onClick={close}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function KeyForm({
  organization,
  projects,
  onMade,
  onCancel,
}: {
  organization: string
  projects: readonly Project[]
  onMade: (key: string) => void
  onCancel: () => void
}) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string>()
  const project = chosen ?? usualOf(organization, projects)?.id
  const action = useAction(async () => {
    const body = { name, ...(project !== undefined && { project_id: project }) }
    const { key } = await unwrap(api.management.organizations({ organization }).keys.post(body))
    if (project !== undefined) rememberProject(organization, project)
    onMade(key)
    await renewKeys(organization)
  })
  return (
    <Form action={action} submit="Make key" beside={<Button onClick={onCancel}>Cancel</Button>}>
      <NameField hint="What the key is for, such as “phone bridge”." value={name} onChange={setName} />
      {projects.length > 1 && (
        <Field label="Project" hint="Usage is shown by project.">
          <Select
            value={project ?? null}
            onChange={setChosen}
            choices={projects.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
    </Form>
  )
}

function MadeKey({ organization, value }: { organization: string; value: string }) {
  const { data: voice } = useFirstVoice(organization)
  return (
    <div className="stack">
      <CodeBlock code={value} label="The key" wrap />
      {voice && (
        <>
          <p className="quiet">Hear that it works:</p>
          <CodeBlock code={curlWith(value, voice)} label="A command that speaks with the key" />
        </>
      )}
    </div>
  )
}

/** A command that speaks a sentence into a file. */
function curlWith(key: string, voice: Voice): string {
  const body = {
    transcript: 'Good morning. How can I help you?',
    model_id: voice.model_id,
    voice: { mode: 'id', id: voice.id },
    output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: 22_050 },
  }
  return [
    `curl ${location.origin}/tts/bytes`,
    `-H "Authorization: Bearer ${key}"`,
    `-H "Content-Type: application/json"`,
    `-d '${JSON.stringify(body)}'`,
    '-o hello.wav',
  ].join(' \\\n  ')
}
