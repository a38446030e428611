import { Building2, Coins, Ellipsis, Gauge, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { addressOf } from '../addresses.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TextInput } from '../ui/field.tsx'
import { formatDate, formatNumber } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Menu } from '../ui/menu.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import type { Column } from '../ui/table.tsx'
import { useSettled } from '../use-settled.ts'
import { GrantDialog } from './credits/grant.tsx'
import { type Organization, renewOrganizations, useOrganizations } from './organizations/data.ts'
import { LimitsDialog } from './organizations/limits.tsx'
import { NewOrganization } from './organizations/new.tsx'

/** All organizations, for the operator. */
export default function Organizations() {
  const [search, setSearch] = useState('')
  const [isMaking, setMaking] = useState(false)
  const [granted, setGranted] = useState<Organization>()
  const [limited, setLimited] = useState<Organization>()
  const found = useOrganizations(useSettled(search))
  const organizations = found.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <>
      <PageHeader
        title="Organizations"
        actions={
          <Button kind="primary" icon={Plus} onClick={() => setMaking(true)}>
            New organization
          </Button>
        }
      >
        Each pays for its own people and programs.
      </PageHeader>
      <div className="stack">
        <search className="row">
          <TextInput
            type="search"
            aria-label="Search organizations by name"
            placeholder="Search by name"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </search>
        <Loaded query={found}>
          {() =>
            organizations.length === 0 ? (
              <EmptyState
                icon={Building2}
                title="No organization has such a name"
                actions={<Button onClick={() => setSearch('')}>Show all</Button>}
              />
            ) : (
              <PagedTable
                label="Organizations"
                columns={columns(setLimited, setGranted)}
                rows={organizations}
                keyOf={({ id }) => id}
                query={found}
              />
            )
          }
        </Loaded>
      </div>
      <NewOrganization open={isMaking} onClose={() => setMaking(false)} />
      <LimitsDialog organization={limited} onClose={() => setLimited(undefined)} />
      <GrantDialog
        organization={granted}
        onClose={() => setGranted(undefined)}
        onGranted={renewOrganizations}
      />
    </>
  )
}

function columns(
  onLimits: (organization: Organization) => void,
  onGrant: (organization: Organization) => void,
): Column<Organization>[] {
  return [
    {
      title: 'Name',
      width: '30%',
      cell: ({ id, name }) => <Link href={addressOf('overview', id)}>{name}</Link>,
    },
    {
      title: 'Tier',
      cell: ({ tier, own_limits }) => (
        <span className="row">
          {tier.replace('tier', 'Tier ')}
          {Object.values(own_limits).some((own) => own !== null) && <Badge>own limits</Badge>}
        </span>
      ),
    },
    { title: 'Balance', align: 'end', cell: ({ balance }) => formatNumber(balance) },
    { title: 'Turns at once', align: 'end', cell: ({ limits }) => formatNumber(limits.concurrency) },
    { title: 'Created', cell: ({ created_at }) => formatDate(created_at) },
    {
      title: 'Actions',
      actions: true,
      width: '68px',
      cell: (organization) => (
        <Menu
          trigger={<IconButton icon={Ellipsis} label={`What to do with ${organization.name}`} />}
          entries={[
            { label: 'Tier and limits', icon: Gauge, onClick: () => onLimits(organization) },
            { label: 'Grant credits', icon: Coins, onClick: () => onGrant(organization) },
          ]}
        />
      ),
    },
  ]
}
