import { useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api, unwrap } from '../../api.ts'
import { useOrganization } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { useAction } from '../../ui/use-action.ts'
import { LinkDialog } from './link-dialog.tsx'

/** The button with which an owner invites somebody, and what it opens. */
export function Invite() {
  const { name } = useOrganization()
  const [isInviting, setInviting] = useState(false)
  const [link, setLink] = useState<string>()
  return (
    <>
      <Button kind="primary" icon={UserPlus} onClick={() => setInviting(true)}>
        Invite somebody
      </Button>
      <Dialog open={isInviting} onOpenChange={setInviting} title={`Invite somebody to ${name}`}>
        <InviteForm onDone={() => setInviting(false)} onInvited={setLink} />
      </Dialog>
      <LinkDialog link={link} onClose={() => setLink(undefined)} title="Give them this link">
        Purr sends no mail. Whoever has the link can join {name}, once, within a week. It is shown only now.
      </LinkDialog>
    </>
  )
}

function InviteForm({ onDone, onInvited }: { onDone: () => void; onInvited: (link: string) => void }) {
  const { id } = useOrganization()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<'member' | 'owner'>('member')
  const action = useAction(async () => {
    const { invitations } = api.management.organizations({ organization: id })
    const { link } = await unwrap(invitations.post({ email: email.trim(), role }))
    await client.invalidateQueries({ queryKey: ['invitations', id] })
    onDone()
    onInvited(link)
  })
  return (
    <Form action={action} submit="Make the link" beside={<Button onClick={onDone}>Cancel</Button>}>
      <Field label="E-mail" hint="They sign in with it.">
        <TextInput
          type="email"
          name="email"
          autoComplete="off"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field label="Role">
        <Select
          value={role}
          onChange={setRole}
          choices={[
            { value: 'member', label: 'Member' },
            { value: 'owner', label: 'Owner' },
          ]}
        />
      </Field>
    </Form>
  )
}
