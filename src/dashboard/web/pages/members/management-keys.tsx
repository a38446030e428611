import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { ManagementKeys as Keys } from '../../../../management/keys/management-key-routes.ts'
import { api, unwrap } from '../../api.ts'
import { useOrganization } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Form } from '../../ui/form.tsx'
import { formatAgo, formatDate } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { NameField } from '../../ui/name-field.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAction } from '../../ui/use-action.ts'

type ManagementKey = Keys['data'][number]

/** What keys are for: programs that manage this organization, or all of the server. */
export type Scope = 'organization' | 'server'

/** The keys with which programs do what people do here. */
export function ManagementKeys({ scope }: { scope: Scope }) {
  const routes = useRoutes(scope)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const query = useQuery({ queryKey: routes.queryKey, queryFn: routes.list })
  const button = (
    <Button kind="primary" icon={KeyRound} onClick={() => setMaking(true)}>
      Make a key
    </Button>
  )
  return (
    <>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={KeyRound} title="No program has a key" actions={button}>
              With a management key a program does what {scope === 'server' ? 'the operator' : 'an owner'}{' '}
              does here. It does not speak: that is what the keys of projects are for.
            </EmptyState>
          ) : (
            <div className="stack">
              <div className="row">{button}</div>
              <Table
                label="Management keys"
                rows={data}
                keyOf={({ id }) => id}
                columns={[
                  { title: 'Name', cell: ({ name }) => name },
                  { title: 'Key', cell: ({ prefix }) => <code>mk_purr_{prefix}_…</code> },
                  { title: 'Made', cell: ({ created_at }) => formatDate(created_at) },
                  {
                    title: 'Last used',
                    cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : formatAgo(last_used_at)),
                  },
                  {
                    title: 'Actions',
                    actions: true,
                    cell: (key) => <Revoke scope={scope} managementKey={key} />,
                  },
                ]}
              />
            </div>
          )
        }
      </Loaded>
      <Dialog open={isMaking} onOpenChange={setMaking} title="Make a management key">
        <KeyForm scope={scope} onDone={() => setMaking(false)} onMade={setMade} />
      </Dialog>
      <Dialog
        open={made !== undefined}
        onOpenChange={(open) => !open && setMade(undefined)}
        title="Copy the key now"
        description="It is shown only this once. Programs send it as “Authorization: Bearer …”."
      >
        {made !== undefined && <CodeBlock label="Management key" code={made} wrap />}
      </Dialog>
    </>
  )
}

/** The routes of the keys, which are alike for an organization and for the server. */
function useRoutes(scope: Scope) {
  const { id } = useOrganization()
  const routes =
    scope === 'server'
      ? api.management['management-keys']
      : api.management.organizations({ organization: id })['management-keys']
  return {
    queryKey: ['management-keys', scope === 'server' ? scope : id],
    list: () => unwrap(routes.get()),
    make: (name: string) => unwrap(routes.post({ name })),
    revoke: (key: string) => unwrap(routes({ key }).delete()),
  }
}

function KeyForm({
  scope,
  onDone,
  onMade,
}: {
  scope: Scope
  onDone: () => void
  onMade: (key: string) => void
}) {
  const { make, queryKey } = useRoutes(scope)
  const client = useQueryClient()
  const [name, setName] = useState('')
  const action = useAction(async () => {
    const { key } = await make(name)
    await client.invalidateQueries({ queryKey })
    onDone()
    onMade(key)
  })
  return (
    <Form action={action} submit="Make the key" beside={<Button onClick={onDone}>Cancel</Button>}>
      <NameField hint="What uses it, such as “Deployment”." value={name} onChange={setName} />
    </Form>
  )
}

function Revoke({ scope, managementKey: { id, name } }: { scope: Scope; managementKey: ManagementKey }) {
  const { revoke, queryKey } = useRoutes(scope)
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const confirm = async () => {
    await revoke(id)
    toast(`The key “${name}” is revoked`)
    await client.invalidateQueries({ queryKey })
  }
  return (
    <>
      <Button kind="plain" onClick={() => setAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Revoke “${name}”?`}
        action="Revoke"
        onConfirm={confirm}
      >
        Programs that use it are refused from now on. This cannot be taken back.
      </ConfirmDialog>
    </>
  )
}
