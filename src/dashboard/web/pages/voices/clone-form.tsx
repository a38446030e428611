import { Progress } from '@base-ui/react/progress'
import { useEffect, useRef, useState } from 'react'
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
import { FileDrop } from './file-drop.tsx'
import { player } from './player.ts'
import { renewVoices } from './queries.ts'
import { Recording } from './recording.tsx'
import { upload } from './upload.ts'
import { languageName } from './voice-names.ts'

/** What is said of a recording. */
interface Draft {
  readonly name: string
  readonly language: string
  readonly speaker: string
  readonly agrees: boolean
  /** Empty: the main one. */
  readonly model: string
}

type Faults = Partial<Record<'clip' | 'name' | 'speaker' | 'agrees', string>>

/** Offered first; the models add theirs. */
const LANGUAGES = ['en-US', 'en-GB', 'de-DE', 'nl-NL', 'nl-BE']

interface CloneFormProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onMade: (voice: VoiceDetails, clip: Clip) => void
}

/** Takes a recording, and what must be said of it. */
export function CloneForm({ open, onClose, onMade }: CloneFormProps) {
  const [clip, setClip] = useState<Clip>()
  const [draft, setDraft] = useState<Draft>({
    name: '',
    language: firstLanguage(),
    speaker: '',
    agrees: false,
    model: '',
  })
  const [faults, setFaults] = useState<Faults>({})
  const { sent, error, send, cancel } = useSending(onMade)
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
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
        <Sending share={sent} onCancel={cancel} />
      ) : (
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Kind draft={draft} onChange={change} />
          {clip === undefined ? (
            <Tabs
              label="Where the recording comes from"
              tabs={[
                {
                  value: 'record',
                  label: 'Record now',
                  content: <Recording language={draft.language} onClip={setClip} />,
                },
                { value: 'file', label: 'Use a file', content: <FileDrop onClip={setClip} /> },
              ]}
            />
          ) : (
            <ClipPreview clip={clip} onDiscard={() => setClip(undefined)} />
          )}
          {clip === undefined && faults.clip && (
            <div className="field-error" role="alert">
              {faults.clip}
            </div>
          )}
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

/** The language, and the model where there are several. */
function Kind({ draft, onChange }: { draft: Draft; onChange: (changes: Partial<Draft>) => void }) {
  const { id } = useOrganization()
  const { data: models = [] } = useModels(id)
  const makers = models.filter(({ clones }) => clones)
  const languages = new Set([...LANGUAGES, draft.language, ...makers.flatMap(({ languages }) => languages)])
  return (
    <div className="grid">
      <Field label="Language of the recording">
        <Select
          choices={[...languages].map((value) => ({ value, label: languageName(value) }))}
          value={draft.language}
          onChange={(language) => onChange({ language })}
        />
      </Field>
      {makers.length > 1 && (
        <Field label="Model">
          <Select
            choices={makers.map(({ id: value, name }) => ({ value, label: name }))}
            value={draft.model || makers[0]!.id}
            onChange={(model) => onChange({ model })}
          />
        </Field>
      )}
    </div>
  )
}

/** The browser's language, if it is among those offered first. */
function firstLanguage(): string {
  const [code] = navigator.language.split('-')
  return (
    LANGUAGES.find((tag) => tag === navigator.language) ??
    LANGUAGES.find((tag) => tag.startsWith(`${code}-`)) ??
    LANGUAGES[0]!
  )
}

function faultsOf({ name, speaker, agrees }: Draft, clip: Clip | undefined): Faults {
  return {
    ...(clip === undefined && { clip: 'Record the voice, or choose a file.' }),
    ...(name.trim() === '' && { name: 'Give the voice a name.' }),
    ...(speaker.trim() === '' && { speaker: 'Write the name of the person who speaks.' }),
    ...(!agrees && { agrees: 'A voice can be cloned only with the consent of the person.' }),
  }
}

/** Sends a recording, and tells how much of it has been sent. */
function useSending(onMade: CloneFormProps['onMade']) {
  const { id: organization } = useOrganization()
  const [sent, setSent] = useState<number>()
  const [error, setError] = useState<unknown>()
  const ending = useRef<AbortController>(undefined)
  const cancel = () => ending.current?.abort()
  useEffect(() => () => ending.current?.abort(), [])
  const send = async (draft: Draft, clip: Clip) => {
    const controller = new AbortController()
    ending.current = controller
    player.stop()
    setError(undefined)
    setSent(0)
    try {
      const path = `/management/organizations/${organization}/voices`
      const voice = await upload<VoiceDetails>(path, formOf(draft, clip), setSent, controller.signal)
      void renewVoices(organization)
      onMade(voice, clip)
    } catch (caught) {
      if (controller.signal.aborted) return
      setError(caught)
    } finally {
      setSent(undefined)
    }
  }
  return { sent, error, send, cancel }
}

function formOf({ name, language, speaker, model }: Draft, { file, fileName }: Clip): FormData {
  const form = new FormData()
  form.set('name', name)
  form.set('language', language)
  form.set('consent_speaker', speaker)
  form.set('consent', CONSENT_STATEMENT.version)
  if (model !== '') form.set('model_id', model)
  form.set('clip', file, fileName)
  return form
}

function Sending({ share, onCancel }: { share: number; onCancel: () => void }) {
  const isSent = share >= 1
  return (
    <div className="stack">
      <Progress.Root value={isSent ? null : Math.round(share * 100)} className="sending">
        <Progress.Label>{isSent ? 'Measuring the voice …' : 'Sending the recording …'}</Progress.Label>
        <Progress.Track className="level-track">
          <Progress.Indicator className="level-indicator" />
        </Progress.Track>
      </Progress.Root>
      <p className="quiet">
        It takes some seconds: pitch, formants, spectrum and pace are measured, and the voice is fitted to
        them.
      </p>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
      </DialogActions>
    </div>
  )
}
