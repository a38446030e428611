import { useState } from 'react'
import { api, unwrap } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formatCredits } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import { renewCredits } from './data.ts'

/** The operator gives credits to an organization. */
export function GrantDialog({
  organization,
  onClose,
  onGranted,
}: {
  /** Undefined: the dialog is closed. */
  organization: { readonly id: string; readonly name: string } | undefined
  onClose: () => void
  onGranted?: () => unknown
}) {
  return (
    <Dialog
      open={organization !== undefined}
      onOpenChange={onClose}
      title={`Grant credits to ${organization?.name}`}
      description="They are free and count at once. A code point of text costs one credit."
    >
      {organization && <GrantForm {...organization} onClose={onClose} onGranted={onGranted} />}
    </Dialog>
  )
}

function GrantForm({
  id,
  name,
  onClose,
  onGranted,
}: {
  id: string
  name: string
  onClose: () => void
  onGranted: (() => unknown) | undefined
}) {
  const [credits, setCredits] = useState('100000')
  const [reason, setReason] = useState('')
  const [reference] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-')) // sent twice, it counts once
  const action = useAction(async () => {
    const body = { credits: Number(credits), reference, ...(reason.trim() && { reason: reason.trim() }) }
    await unwrap(api.management.organizations({ organization: id }).credits.post(body))
    await renewCredits(id)
    await onGranted?.()
    toast('Credits were granted', `${name} has ${formatCredits(Number(credits))} more.`)
    onClose()
  })
  return (
    <Form action={action} submit="Grant credits" beside={<Button onClick={onClose}>Cancel</Button>}>
      <Field label="Credits">
        <TextInput
          type="number"
          name="credits"
          min={1}
          step={1}
          value={credits}
          onChange={(event) => setCredits(event.target.value)}
          required
        />
      </Field>
      <Field label="Reason" hint="The organization sees it on its statement.">
        <TextInput
          name="reason"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          maxLength={1000}
        />
      </Field>
    </Form>
  )
}
