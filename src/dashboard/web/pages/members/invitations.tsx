import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api, unwrap } from '../../api.ts'
import { useOrganization } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatAgo } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'

/** People who were invited and have not joined yet. */
export function Invitations() {
  const { id } = useOrganization()
  const query = useQuery({
    queryKey: ['invitations', id],
    queryFn: () => unwrap(api.management.organizations({ organization: id }).invitations.get()),
    refetchOnMount: 'always',
    refetchInterval: 15_000, // somebody accepts one
  })
  return (
    <Loaded query={query}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState icon={UserPlus} title="Nobody is invited">
            An invitation is a link that you give to somebody. It is valid for a week, once.
          </EmptyState>
        ) : (
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
        )
      }
    </Loaded>
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
