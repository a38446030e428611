import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { InvitationOffer } from '../../../management/people/link-routes.ts'
import { addressOf } from '../addresses.ts'
import { api, unwrap } from '../api.ts'
import { signIn } from '../authentication.ts'
import { renewSession, useSessionQuery } from '../session.tsx'
import { Field, TextInput } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Gate } from '../ui/gate.tsx'
import { IncompleteLink } from '../ui/incomplete-link.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NewPasswordField, PasswordField } from '../ui/password-field.tsx'
import { useAction } from '../ui/use-action.ts'
import { useCode } from '../ui/use-code.ts'

/** Somebody joins an organization with a link that one of its owners has given them. */
export default function Invitation() {
  const code = useCode()
  const query = useQuery({
    queryKey: ['invitation', code],
    queryFn: () => unwrap(api.management.invitations.look.post({ code })),
    enabled: code !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (code === '') return <IncompleteLink />
  return (
    <Gate title={query.data ? `Join ${query.data.organization.name}` : 'Invitation'}>
      <Loaded query={query}>{(offer) => <Acceptance code={code} offer={offer} />}</Loaded>
    </Gate>
  )
}

function Acceptance({ code, offer }: { code: string; offer: InvitationOffer }) {
  const { data: session } = useSessionQuery()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [, go] = useLocation()
  const isThem = session?.person?.email === offer.email
  const accept = async (newcomer: { name?: string; password?: string }) => {
    const { organization_id } = await unwrap(api.management.invitations.accept.post({ code, ...newcomer }))
    await renewSession()
    go(addressOf('overview', organization_id), { replace: true })
  }
  const action = useAction(async () => {
    if (!offer.has_account) return accept({ name, password })
    if (!isThem) await signIn(offer.email, password)
    await accept({})
  })
  return (
    <>
      <p className="quiet">
        {offer.email} is invited to be {offer.role === 'owner' ? 'an owner' : 'a member'} of{' '}
        {offer.organization.name}.
      </p>
      <Form action={action} submit={offer.has_account ? 'Join' : 'Create account and join'}>
        <input type="hidden" name="username" autoComplete="username" value={offer.email} />
        {!offer.has_account && (
          <>
            <Field label="Your name">
              <TextInput
                name="name"
                autoComplete="name"
                required
                maxLength={100}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            </Field>
            <NewPasswordField value={password} onChange={setPassword} />
          </>
        )}
        {offer.has_account && !isThem && (
          <PasswordField label={`Password of ${offer.email}`} value={password} onChange={setPassword} />
        )}
      </Form>
    </>
  )
}
