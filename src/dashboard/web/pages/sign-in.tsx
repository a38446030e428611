import { type FormEvent, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { nextAddress, signIn } from '../authentication.ts'
import { useSessionQuery } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-state.tsx'
import { Field, TextInput } from '../ui/field.tsx'
import { Gate } from '../ui/gate.tsx'
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run()
  }
  return (
    <Gate title="Sign in">
      <form onSubmit={submit}>
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
        <Field label="Password">
          <TextInput
            type="password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {action.error !== undefined && <ErrorNote error={action.error} />}
        <Button kind="primary" type="submit" busy={action.busy}>
          Sign in
        </Button>
      </form>
      <p className="quiet">
        Without an account, or without your password? An owner of your organization, or the operator of this
        server, can send you a link.
      </p>
    </Gate>
  )
}
