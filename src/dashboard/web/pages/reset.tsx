import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, unwrap } from '../api.ts'
import { renewSession } from '../session.tsx'
import { Form } from '../ui/form.tsx'
import { Gate } from '../ui/gate.tsx'
import { IncompleteLink } from '../ui/incomplete-link.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NewPasswordField } from '../ui/password-field.tsx'
import { useAction } from '../ui/use-action.ts'
import { useCode } from '../ui/use-code.ts'

/** Somebody chooses a new password with a link that an owner or the operator has given them. */
export default function Reset() {
  const code = useCode()
  const [password, setPassword] = useState('')
  const [, go] = useLocation()
  const query = useQuery({
    queryKey: ['reset', code],
    queryFn: () => unwrap(api.management['password-reset'].look.post({ code })),
    enabled: code !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const action = useAction(async () => {
    await unwrap(api.management['password-reset'].post({ code, password }))
    await renewSession()
    go('/', { replace: true })
  })
  if (code === '') return <IncompleteLink />
  return (
    <Gate title="New password">
      <Loaded query={query}>
        {({ name, email }) => (
          <>
            <p className="quiet">
              For {name}, {email}. You are signed out everywhere else.
            </p>
            <Form action={action} submit="Change password">
              <input type="hidden" name="username" autoComplete="username" value={email} />
              <NewPasswordField label="New password" value={password} onChange={setPassword} />
            </Form>
          </>
        )}
      </Loaded>
    </Gate>
  )
}
