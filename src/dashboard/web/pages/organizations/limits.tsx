import { useState } from 'react'
import { MOST, TIERS, type Tier } from '../../../../accounts/tiers.ts'
import { api, unwrap } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type Organization, renewOrganizations } from './data.ts'

const TIER_CHOICES = (Object.keys(TIERS) as Tier[]).map((tier) => ({
  value: tier,
  label: tier.replace('tier', 'Tier '),
  note: `${TIERS[tier].concurrency} turns at once`,
}))

const LIMITS = {
  requests_per_minute: { label: 'Requests a minute', most: MOST.requestsPerMinute },
  concurrency: { label: 'Turns at once', most: MOST.concurrency },
  clones_per_hour: { label: 'Clones an hour', most: MOST.clonesPerHour },
  voices: { label: 'Cloned voices', most: MOST.voices },
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
        <Select value={tier} onChange={setTier} choices={TIER_CHOICES} />
      </Field>
      <div className="grid">
        {NAMES.map((name) => (
          <Field key={name} label={LIMITS[name].label}>
            <TextInput
              type="number"
              name={name}
              min={0}
              max={LIMITS[name].most}
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
