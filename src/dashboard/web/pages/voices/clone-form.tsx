import { useState } from 'react'
import { CONSENT_STATEMENT } from '../../../../voices/consent-statement.ts'
import type { VoiceDetails } from '../../../../voices/voice-details.ts'
import { useOrganization } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useModels } from '../../voices.ts'
import type { Clip } from './clip.ts'
import { ClipPreview } from './clip-preview.tsx'
import { type CloneDraft, type Faults, faultsOf, LANGUAGES, newDraft } from './clone-draft.ts'
import { CloningProgress, useCloning } from './cloning.tsx'
import { FileDrop } from './file-drop.tsx'
import { Recording } from './recording.tsx'
import { languageName } from './voice-names.ts'

interface CloneFormProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onMade: (voice: VoiceDetails, clip: Clip) => void
}

/** Takes a recording, and what must be said of it. */
export function CloneForm({ open, onClose, onMade }: CloneFormProps) {
  const [clip, setClip] = useState<Clip>()
  const [draft, setDraft] = useState(newDraft)
  const [faults, setFaults] = useState<Faults>({})
  const { sent, error, send, cancel } = useCloning(onMade)
  const change = (changes: Partial<CloneDraft>) => setDraft({ ...draft, ...changes })
  const submit = () => {
    const found = faultsOf(draft, clip)
    setFaults(found)
    if (clip !== undefined && Object.keys(found).length === 0) void send(draft, clip)
  }
  const close = () => {
    cancel()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      wide
      title="Clone a voice"
      description="Purr measures a recording and makes a voice like it. It costs no credits, and the recording is not kept."
    >
      {sent !== undefined ? (
        <CloningProgress sent={sent} onCancel={cancel} />
      ) : (
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <LanguageAndModel draft={draft} onChange={change} />
          <ClipField clip={clip} onChange={setClip} language={draft.language} error={faults.clip} />
          <div className="grid">
            <Field label="Name of the voice" error={faults.name}>
              <TextInput
                value={draft.name}
                maxLength={100}
                onChange={(event) => change({ name: event.target.value })}
              />
            </Field>
            <Field label="Who speaks" error={faults.speaker}>
              <TextInput
                value={draft.speaker}
                maxLength={100}
                onChange={(event) => change({ speaker: event.target.value })}
              />
            </Field>
          </div>
          <Checkbox checked={draft.agrees} onChange={(agrees) => change({ agrees })} error={faults.agrees}>
            {CONSENT_STATEMENT.text}
          </Checkbox>
          {error !== undefined && <ErrorNote error={error} />}
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button kind="primary" type="submit">
              Clone the voice
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}

interface LanguageAndModelProps {
  readonly draft: CloneDraft
  readonly onChange: (changes: Partial<CloneDraft>) => void
}

/** The language, and the model where several can clone. */
function LanguageAndModel({ draft, onChange }: LanguageAndModelProps) {
  const { id } = useOrganization()
  const { data: all = [] } = useModels(id)
  const models = all.filter(({ clones }) => clones)
  const languages = new Set([...LANGUAGES, draft.language, ...models.flatMap(({ languages }) => languages)])
  return (
    <div className="grid">
      <Field label="Language of the recording">
        <Select
          choices={[...languages].map((value) => ({ value, label: languageName(value) }))}
          value={draft.language}
          onChange={(language) => onChange({ language })}
        />
      </Field>
      {models.length > 1 && (
        <Field label="Model">
          <Select
            choices={models.map(({ id: value, name }) => ({ value, label: name }))}
            value={draft.model || models[0]!.id}
            onChange={(model) => onChange({ model })}
          />
        </Field>
      )}
    </div>
  )
}

interface ClipFieldProps {
  readonly clip: Clip | undefined
  readonly onChange: (clip: Clip | undefined) => void
  /** The language of the text to read. */
  readonly language: string
  /** Why there must be a clip. */
  readonly error: string | undefined
}

/** The recording: made here or taken from a file, and then shown until it is discarded. */
function ClipField({ clip, onChange, language, error }: ClipFieldProps) {
  if (clip !== undefined) return <ClipPreview clip={clip} onDiscard={() => onChange(undefined)} />
  return (
    <>
      <Tabs
        label="Where the recording comes from"
        tabs={[
          {
            value: 'record',
            label: 'Record now',
            content: <Recording language={language} onClip={onChange} />,
          },
          { value: 'file', label: 'Use a file', content: <FileDrop onClip={onChange} /> },
        ]}
      />
      {error && (
        <div className="field-error" role="alert">
          {error}
        </div>
      )}
    </>
  )
}
