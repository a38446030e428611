import { useState } from 'react'
import { api, unwrap } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type Organization, renewOrganizations } from './data.ts'

const TIERS = [
  { value: 'tier1', label: 'Tier 1', note: '5 turns at once' },
  { value: 'tier2', label: 'Tier 2', note: '25 turns at once' },
  { value: 'tier3', label: 'Tier 3', note: '100 turns at once' },
] as const

const LIMITS = {
  requests_per_minute: 'Requests a minute',
  concurrency: 'Turns at once',
  clones_per_hour: 'Clones an hour',
  voices: 'Cloned voices',
} as const
const NAMES = Object.keys(LIMITS) as (keyof typeof LIMITS)[]

/** The operator sets the tier and the own limits of an organization. */
export function LimitsDialog({
  organization,
  onClose,
}: {
  /** Undefined: the dialog is closed. */
  organization: Organization | undefined
  onClose: () => void
}) {
  return (
    <Dialog
      open={organization !== undefined}
      onOpenChange={onClose}
      title={`Tier and limits of ${organization?.name}`}
      description="A limit that is left empty is that of the tier. Changes take effect within a second."
    >
      {organization && <LimitsForm organization={organization} onClose={onClose} />}
    </Dialog>
  )
}

function LimitsForm({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const [tier, setTier] = useState(organization.tier)
  const [own, setOwn] = useState(() =>
    Object.fromEntries(NAMES.map((name) => [name, organization.own_limits[name]?.toString() ?? ''])),
  )
  const action = useAction(async () => {
    const own_limits = Object.fromEntries(
      NAMES.map((name) => [name, own[name] === '' ? null : Number(own[name])]),
    )
    await unwrap(api.management.organizations({ organization: organization.id }).patch({ tier, own_limits }))
    await renewOrganizations()
    toast('Tier and limits are changed')
    onClose()
  })
  return (
    <Form action={action} submit="Save" beside={<Button onClick={onClose}>Cancel</Button>}>
      <Field label="Tier">
        <Select value={tier} onChange={setTier} choices={TIERS} />
      </Field>
      <div className="grid">
        {NAMES.map((name) => (
          <Field key={name} label={LIMITS[name]}>
            <TextInput
              type="number"
              name={name}
              min={0}
              step={1}
              placeholder="That of the tier"
              value={own[name]}
              onChange={({ target }) => setOwn({ ...own, [name]: target.value })}
            />
          </Field>
        ))}
      </div>
    </Form>
  )
}
