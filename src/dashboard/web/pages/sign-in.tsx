import { useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { signIn } from '../authentication.ts'
import { nextAddress } from '../next-address.ts'
import { useSessionQuery } from '../session.tsx'
import { Field, TextInput } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Gate } from '../ui/gate.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useAction } from '../ui/use-action.ts'

/** Sign in. */
export default function SignIn() {
  const { data } = useSessionQuery()
  const search = useSearch()
  const [, go] = useLocation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const action = useAction(async () => {
    await signIn(email.trim(), password)
    go(nextAddress(search), { replace: true })
  })
  if (data?.needs_owner) return <Redirect to="/welcome" replace />
  if (data?.person && !action.busy) return <Redirect to={nextAddress(search)} replace />
  return (
    <Gate title="Sign in">
      <Form action={action} submit="Sign in">
        <Field label="E-mail">
          <TextInput
            type="email"
            name="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <PasswordField value={password} onChange={setPassword} />
      </Form>
      <p className="quiet">
        No account, or no password? An owner of your organization, or the operator of this server, can send
        you a link.
      </p>
    </Gate>
  )
}
