import { type FormEvent, useState } from 'react'
import { api, unwrap } from '../../api.ts'
import { type OrganizationOfSession, useSession } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { formatCredits, formatMoney, formatNumber } from '../../ui/format.ts'
import { useAction } from '../../ui/use-action.ts'
import type { Credits } from './data.ts'

/** Amounts that are bought often, in US dollars. */
const USUAL = [10, 20, 50, 100]

/** How an organization gets more credits. */
export function TopUp({
  organization,
  credits: { top_up: topUp, bought },
  onGrant,
}: {
  organization: OrganizationOfSession
  credits: Credits
  /** Called when the operator wants to grant credits. */
  onGrant: () => void
}) {
  const { person } = useSession()
  const grant = person.isOperator && <Button onClick={onGrant}>Grant credits</Button>
  if (!topUp.has_checkout)
    return (
      <Card title="More credits" actions={grant}>
        <p>
          {person.isOperator ? (
            'You are the operator: you grant credits. To sell them, set up Stripe with STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.'
          ) : topUp.contact === null ? (
            'Ask the operator of this server for more credits.'
          ) : (
            <>
              Ask the operator of this server for more credits:{' '}
              <a href={mailTo(topUp.contact, organization)}>{topUp.contact}</a>
            </>
          )}
        </p>
      </Card>
    )
  return (
    <Card title="Buy credits" actions={grant}>
      {organization.role === 'member' ? (
        <p>Ask an owner of {organization.name} to buy credits.</p>
      ) : (
        <CheckoutForm organization={organization.id} topUp={topUp} bought={bought} />
      )}
    </Card>
  )
}

function CheckoutForm({
  organization,
  topUp,
  bought,
}: {
  organization: string
  topUp: Credits['top_up']
  /** Credits that were bought before. The checkout leads back to a page with this number, as the payment may arrive earlier. */
  bought: number
}) {
  const [amount, setAmount] = useState('20')
  const { min_amount: min, max_amount: max, credits_per_dollar: perDollar } = topUp
  const { run, busy, error } = useAction(async () => {
    const back = new URL(location.href)
    back.search = `?bought-before=${bought}`
    const { url } = await unwrap(
      api.management
        .organizations({ organization })
        .credits.checkout.post({ amount: Number(amount), return_to: back.href }),
    )
    location.assign(url)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  const credits = Math.round(Number(amount) * perDollar)
  return (
    <form className="stack" onSubmit={submit}>
      <Field
        label="US dollars"
        hint={
          Number.isFinite(credits) && credits > 0
            ? `Buys ${formatCredits(credits)}.`
            : `From ${formatMoney(min * 100)} to ${formatMoney(max * 100)}.`
        }
      >
        <TextInput
          type="number"
          name="amount"
          min={min}
          max={max}
          step={0.01}
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          required
        />
      </Field>
      <div className="row">
        {USUAL.map((each) => (
          <Button key={each} kind="plain" onClick={() => setAmount(String(each))}>
            {formatMoney(each * 100).replace(/\.00$/, '')}
          </Button>
        ))}
      </div>
      {error !== undefined && <ErrorNote error={error} />}
      <div className="row">
        <Button type="submit" kind="primary" busy={busy}>
          Pay with Stripe
        </Button>
        <span className="quiet">{formatNumber(perDollar)} credits for a dollar</span>
      </div>
    </form>
  )
}

function mailTo(contact: string, { name, id }: OrganizationOfSession): string {
  const subject = encodeURIComponent(`Credits for ${name} (${id})`)
  return `mailto:${contact}?subject=${subject}`
}
