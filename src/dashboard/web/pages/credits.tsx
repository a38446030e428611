import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useOrganization } from '../session.tsx'
import { Card, Stat } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { formatCredits, formatNumber } from '../ui/format.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { type Credits, useCredits } from './credits/data.ts'
import { GrantDialog } from './credits/grant.tsx'
import { Months, Statement } from './credits/statement.tsx'
import { TopUp } from './credits/top-up.tsx'

/** What an organization has, and where it comes from. */
export default function CreditsPage() {
  const organization = useOrganization()
  const { data, error, refetch } = useCredits(organization.id)
  const [isGranting, setGranting] = useState(false)
  return (
    <>
      <PageHeader title="Credits">
        A code point of text costs one credit. Turns that fail cost nothing.
      </PageHeader>
      <Returned bought={data?.bought} />
      {data !== undefined ? (
        <div className="stack">
          <Sums credits={data} />
          <TopUp organization={organization} credits={data} onGrant={() => setGranting(true)} />
          <Statement organization={organization.id} credits={data} />
          <Months months={data.months} />
        </div>
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <Skeleton />
      )}
      <GrantDialog organization={isGranting ? organization : undefined} onClose={() => setGranting(false)} />
    </>
  )
}

function Sums({ credits: { balance, held, spent } }: { credits: Credits }) {
  return (
    <Card>
      <div className="stats">
        <Stat
          label="Balance"
          value={formatNumber(balance)}
          note={
            balance < 0
              ? 'Credits were taken back that had been spent. Nothing is spoken until it is positive.'
              : 'credits'
          }
        />
        <Stat label="Held now" value={formatNumber(held)} note="by turns that are being spoken" />
        <Stat label="Spent" value={formatNumber(spent)} note="by turns that were spoken" />
      </div>
    </Card>
  )
}

/** Says what happens after a checkout, until its credits are there. */
function Returned({ bought = 0 }: { bought: number | undefined }) {
  const before = new URLSearchParams(useSearch()).get('bought-before')
  const [path, navigate] = useLocation()
  useEffect(() => {
    const added = bought - Number(before)
    if (before === null || added <= 0) return
    toast('Your payment has arrived', `${formatCredits(added)} were added.`)
    navigate(path, { replace: true })
  }, [before, bought, path, navigate])
  if (before === null) return null
  return (
    <div className="note" role="status">
      <strong>Welcome back from the checkout.</strong> If you have paid, the credits are here as soon as the
      payment is confirmed: usually within a minute.
    </div>
  )
}
