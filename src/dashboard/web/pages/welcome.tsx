import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { welcome } from '../authentication.ts'
import { useSessionQuery } from '../session.tsx'
import { Field, TextInput } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Gate } from '../ui/gate.tsx'
import { NewPasswordField } from '../ui/password-field.tsx'
import { useAction } from '../ui/use-action.ts'
import { useCode } from '../ui/use-code.ts'

/** The first account of a server, which is its operator's. */
export default function Welcome() {
  const { data } = useSessionQuery()
  const [, go] = useLocation()
  const fromLink = useCode()
  const [input, setInput] = useState({ code: '', name: '', email: '', password: '' })
  const action = useAction(async () => {
    const code = fromLink || input.code.trim()
    await welcome({ ...input, code, email: input.email.trim() })
    go('/', { replace: true })
  })
  const set = (field: keyof typeof input) => (event: { target: { value: string } }) =>
    setInput({ ...input, [field]: event.target.value })
  if (data && !data.needs_owner && !action.busy)
    return (
      <Gate title="This server has an owner" text="Sign in, or ask for an invitation.">
        <Link href="/sign-in" className="button" data-kind="primary">
          Sign in
        </Link>
      </Gate>
    )
  return (
    <Gate
      title="Welcome to Purr"
      text="Make your account. It is the first one, so everything on this server is yours to manage."
    >
      <Form action={action} submit="Create account">
        {fromLink === '' && (
          <Field
            label="Key"
            hint="The key that Purr printed when it started (sk_purr_…). It shows that the server is yours."
          >
            <TextInput
              name="code"
              autoComplete="off"
              spellCheck={false}
              required
              value={input.code}
              onChange={set('code')}
            />
          </Field>
        )}
        <Field label="Your name">
          <TextInput
            name="name"
            autoComplete="name"
            required
            maxLength={100}
            value={input.name}
            onChange={set('name')}
          />
        </Field>
        <Field label="E-mail" hint="You sign in with it. Purr sends no mail.">
          <TextInput
            type="email"
            name="email"
            autoComplete="username"
            required
            value={input.email}
            onChange={set('email')}
          />
        </Field>
        <NewPasswordField value={input.password} onChange={(password) => setInput({ ...input, password })} />
      </Form>
    </Gate>
  )
}
