import { useOrganization, useSession } from '../session.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Invitations } from './members/invitations.tsx'
import { Invite } from './members/invite.tsx'
import { ManagementKeys } from './members/management-keys.tsx'
import { People } from './members/people.tsx'

/** Members: who belongs to the organization, who is invited, and the programs that manage it. */
export default function Members() {
  const { role, name } = useOrganization()
  const { person } = useSession()
  if (role === 'member')
    return (
      <>
        <PageHeader title="Members">Who belongs to {name}. Owners invite others.</PageHeader>
        <People />
      </>
    )
  const tabs = [
    { value: 'people', label: 'People', content: <People /> },
    { value: 'invitations', label: 'Invitations', content: <Invitations /> },
    { value: 'programs', label: 'Management keys', content: <ManagementKeys scope="organization" /> },
    ...(person.isOperator
      ? [{ value: 'server', label: 'Server keys', content: <ManagementKeys scope="server" /> }]
      : []),
  ]
  return (
    <>
      <PageHeader title="Members" actions={<Invite />}>
        Members use the organization. Owners also decide about members, keys and credits.
      </PageHeader>
      <Tabs label="Members" tabs={tabs} />
    </>
  )
}
