import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, KeyRound, ShieldCheck, ShieldOff, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Members } from '../../../../management/people/member-routes.ts'
import { api, unwrap } from '../../api.ts'
import { renewSession, useOrganization, useSession } from '../../session.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { formatDate } from '../../ui/format.ts'
import type { MenuEntry } from '../../ui/full-menu.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Table } from '../../ui/table.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { LinkDialog } from './link-dialog.tsx'

type Member = Members['data'][number]

/** The members, with what can be done about each. */
export function People() {
  const { id } = useOrganization()
  const { person } = useSession()
  const query = useQuery({
    queryKey: ['members', id],
    queryFn: () => unwrap(api.management.organizations({ organization: id }).members.get()),
    refetchOnMount: 'always',
    refetchInterval: 15_000, // somebody accepts an invitation
  })
  return (
    <Loaded query={query}>
      {({ data }) => (
        <Table
          label="Members"
          rows={data}
          keyOf={(member) => member.id}
          columns={[
            {
              title: 'Name',
              cell: (member) => (
                <span className="row">
                  {member.name} {member.id === person.id && <Badge>You</Badge>}
                </span>
              ),
            },
            { title: 'E-mail', cell: ({ email }) => email },
            {
              title: 'Role',
              cell: ({ role }) => (role === 'owner' ? <Badge tone="accent">Owner</Badge> : 'Member'),
            },
            {
              title: 'Since',
              cell: ({ created_at }) => <span className="nowrap">{formatDate(created_at)}</span>,
            },
            { title: 'Actions', actions: true, cell: (member) => <MemberMenu member={member} /> },
          ]}
        />
      )}
    </Loaded>
  )
}

function MemberMenu({ member }: { member: Member }) {
  const { id, name, role } = useOrganization()
  const { person } = useSession()
  const client = useQueryClient()
  const [, go] = useLocation()
  const [isLeaving, setLeaving] = useState(false)
  const [link, setLink] = useState<string>()
  const isSelf = member.id === person.id
  if (role === 'member' && !isSelf) return null
  const routes = api.management.organizations({ organization: id }).members({ person: member.id })
  const renew = () => client.invalidateQueries({ queryKey: ['members', id] })
  const setRole = async (to: 'owner' | 'member') => {
    await unwrap(routes.patch({ role: to }))
    toast(`${member.name} is ${to === 'owner' ? 'an owner' : 'a member'} now`)
    await (isSelf ? renewSession() : renew())
  }
  const remove = async () => {
    await unwrap(routes.delete())
    toast(isSelf ? `You have left ${name}` : `${member.name} no longer belongs to ${name}`)
    if (!isSelf) return renew()
    await renewSession()
    go('/')
  }
  const reset = async () => setLink((await unwrap(routes['password-reset'].post())).link)
  const ofOwners: MenuEntry[] = [
    member.role === 'owner'
      ? { label: 'Make a member', icon: ShieldOff, onClick: () => void setRole('member').catch(toastError) }
      : { label: 'Make an owner', icon: ShieldCheck, onClick: () => void setRole('owner').catch(toastError) },
    ...(isSelf
      ? []
      : [
          {
            label: 'Link for a new password',
            icon: KeyRound,
            onClick: () => void reset().catch(toastError),
          },
        ]),
  ]
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={`Actions for ${member.name}`} />}
        entries={[
          ...(role === 'member' ? [] : ofOwners),
          {
            label: isSelf ? 'Leave' : 'Remove',
            icon: UserMinus,
            danger: true,
            onClick: () => setLeaving(true),
          },
        ]}
      />
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title={isSelf ? `Leave ${name}?` : `Remove ${member.name}?`}
        action={isSelf ? 'Leave' : 'Remove'}
        onConfirm={remove}
      >
        {isSelf ? 'You' : 'They'} will no longer see anything of {name}. Its keys stay valid. Somebody who
        belongs to no other organization loses their account.
      </ConfirmDialog>
      <LinkDialog link={link} onClose={() => setLink(undefined)} title={`New password for ${member.name}`}>
        Send them this link. Whoever has it can choose a new password, once, within a day.
      </LinkDialog>
    </>
  )
}
