import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api, unwrap } from '../../api.ts'
import { useOrganization } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formatAgo } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import { LinkDialog } from './link-dialog.tsx'

/** People who were invited and have not joined yet. */
export function Invitations() {
  const { id, name } = useOrganization()
  const [isInviting, setInviting] = useState(false)
  const [link, setLink] = useState<string>()
  const query = useQuery({
    queryKey: ['invitations', id],
    queryFn: () => unwrap(api.management.organizations({ organization: id }).invitations.get()),
    refetchOnMount: 'always',
    refetchInterval: 15_000, // somebody accepts one
  })
  const button = (
    <Button kind="primary" icon={UserPlus} onClick={() => setInviting(true)}>
      Invite somebody
    </Button>
  )
  return (
    <>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={UserPlus} title="Nobody is invited" actions={button}>
              An invitation is a link that you give to somebody. It is valid for a week, once.
            </EmptyState>
          ) : (
            <div className="stack">
              <div className="row">{button}</div>
              <Table
                label="Invitations"
                rows={data}
                keyOf={(each) => each.id}
                columns={[
                  { title: 'E-mail', cell: ({ email }) => email },
                  { title: 'Role', cell: ({ role }) => (role === 'owner' ? 'Owner' : 'Member') },
                  { title: 'Ends', cell: ({ expires_at }) => formatAgo(expires_at) },
                  {
                    title: 'Actions',
                    actions: true,
                    cell: ({ id: invitation, email }) => <Withdraw id={invitation} email={email} />,
                  },
                ]}
              />
            </div>
          )
        }
      </Loaded>
      <InviteDialog open={isInviting} onOpenChange={setInviting} onInvited={setLink} />
      <LinkDialog link={link} onClose={() => setLink(undefined)} title="Give them this link">
        Purr sends no mail. Whoever has the link can join {name}, once, within a week. It is shown only now.
      </LinkDialog>
    </>
  )
}

function InviteDialog({
  open,
  onOpenChange,
  onInvited,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  onInvited: (link: string) => void
}) {
  const { id, name } = useOrganization()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<'member' | 'owner'>('member')
  const action = useAction(async () => {
    const { invitations } = api.management.organizations({ organization: id })
    const { link } = await unwrap(invitations.post({ email: email.trim(), role }))
    await client.invalidateQueries({ queryKey: ['invitations', id] })
    onOpenChange(false)
    setEmail('')
    onInvited(link)
  })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Invite somebody to ${name}`}>
      <Form
        action={action}
        submit="Make the link"
        beside={<Button onClick={() => onOpenChange(false)}>Cancel</Button>}
      >
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
    </Dialog>
  )
}

function Withdraw({ id: invitation, email }: { id: string; email: string }) {
  const { id } = useOrganization()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const withdraw = async () => {
    await unwrap(api.management.organizations({ organization: id }).invitations({ invitation }).delete())
    toast('The link is no longer valid')
    await client.invalidateQueries({ queryKey: ['invitations', id] })
  }
  return (
    <>
      <Button kind="plain" onClick={() => setAsking(true)}>
        Take back
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Take the invitation back?"
        action="Take back"
        onConfirm={withdraw}
      >
        The link that {email} was given will no longer be good.
      </ConfirmDialog>
    </>
  )
}
