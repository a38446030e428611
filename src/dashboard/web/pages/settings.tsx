import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Sessions } from '../../../management/people/own-session-routes.ts'
import { api, unwrap } from '../api.ts'
import { useSession } from '../session.tsx'
import { type Theme, useTheme } from '../theme.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { formatAgo } from '../ui/format.ts'
import { Loaded } from '../ui/loaded.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { NewPasswordField, PasswordField } from '../ui/password-field.tsx'
import { Select } from '../ui/select.tsx'
import { Table } from '../ui/table.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useAction } from '../ui/use-action.ts'
import { browserName } from './settings/browser-name.ts'

/** Settings of the person who is signed in. */
export default function Settings() {
  const { person } = useSession()
  return (
    <>
      <PageHeader title="Settings">
        {person.name}, {person.email}
        {person.isOperator && ', operator of this server'}
      </PageHeader>
      <div className="stack">
        <Appearance />
        <Password />
        <Browsers />
      </div>
    </>
  )
}

const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function Appearance() {
  const [theme, setTheme] = useTheme()
  return (
    <Card title="Appearance">
      <div className="narrow">
        <Field label="Colours" hint="In this browser.">
          <Select choices={THEMES} value={theme} onChange={setTheme} />
        </Field>
      </div>
    </Card>
  )
}

function Password() {
  const { person } = useSession()
  const client = useQueryClient()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const action = useAction(async () => {
    const change = { current_password: current, password }
    await unwrap(api.management.auth['change-password'].post(change))
    setCurrent('')
    setPassword('')
    toast('Your password is changed', 'You are signed out in all other browsers.')
    await client.invalidateQueries({ queryKey: ['sessions'] })
  })
  return (
    <Card title="Password">
      <div className="narrow">
        <Form action={action} submit="Change password" kind="secondary">
          <input type="hidden" name="username" autoComplete="username" value={person.email} />
          <PasswordField label="Current password" value={current} onChange={setCurrent} />
          <NewPasswordField label="New password" value={password} onChange={setPassword} />
        </Form>
      </div>
    </Card>
  )
}

type Browser = Sessions['data'][number]

function Browsers() {
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: () => unwrap(api.management.auth.sessions.get()),
  })
  return (
    <Card title="Where you are signed in">
      <Loaded query={query}>
        {({ data }) => (
          <Table
            label="Where you are signed in"
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'Browser',
                cell: ({ browser, is_current }) => (
                  <span className="row">
                    {browserName(browser)} {is_current && <Badge tone="accent">This one</Badge>}
                  </span>
                ),
              },
              { title: 'IP address', cell: ({ address }) => address ?? 'Unknown' },
              { title: 'Since', cell: ({ created_at }) => formatAgo(created_at) },
              { title: 'Actions', actions: true, cell: (each) => <SignOutThere browser={each} /> },
            ]}
          />
        )}
      </Loaded>
    </Card>
  )
}

function SignOutThere({ browser }: { browser: Browser }) {
  const client = useQueryClient()
  const action = useAction(async () => {
    await unwrap(api.management.auth.sessions({ session: browser.id }).delete()).catch(toastError)
    await client.invalidateQueries({ queryKey: ['sessions'] })
  })
  if (browser.is_current) return null
  return (
    <Button kind="plain" busy={action.busy} onClick={() => void action.run()}>
      Sign out
    </Button>
  )
}
