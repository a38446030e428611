import { useState } from 'react'
import { useLocation } from 'wouter'
import { addressOf } from '../../addresses.ts'
import { api, unwrap } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { NameField } from '../../ui/name-field.tsx'
import { useAction } from '../../ui/use-action.ts'
import { renewOrganizations } from './data.ts'

/** Makes an organization, and opens its members: its owner is to be invited. */
export function NewOrganization({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="New organization"
      description="It pays for what its people and programs speak. Invite its owner next."
    >
      <NewForm onClose={onClose} />
    </Dialog>
  )
}

function NewForm({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [, navigate] = useLocation()
  const action = useAction(async () => {
    const { id } = await unwrap(api.management.organizations.post({ name }))
    await renewOrganizations()
    onClose()
    navigate(addressOf('members', id))
  })
  return (
    <Form action={action} submit="Make organization" beside={<Button onClick={onClose}>Cancel</Button>}>
      <NameField value={name} onChange={setName} />
    </Form>
  )
}
