import './layout.css'
import { Building2, Check, ChevronsUpDown, LogOut, Menu as MenuIcon, Settings, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { addressOf, isOfOrganization } from '../addresses.ts'
import { signOut } from '../authentication.ts'
import { useSession } from '../session.tsx'
import { Brand } from '../ui/brand.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { keepFocus } from '../ui/kept-focus.ts'
import { later, useLater } from '../ui/later.ts'
import { Menu } from '../ui/menu.tsx'
import { toastError } from '../ui/toast.tsx'
import { OldNote } from './old-note.tsx'
import { isSeen, PAGES, type Page } from './pages.ts'

const drawer = later(() => import('./drawer.tsx'))

/** What is around every page: the navigation, the organization and the person. */
export function Layout({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const { Component: Drawer, ask } = useLater(drawer)
  const main = useRef<HTMLElement>(null)
  useEffect(() => keepFocus(main.current!), [])
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <div className="layout">
        <div className="sidebar">
          <Side />
        </div>
        <div>
          <header className="topbar">
            <IconButton
              icon={MenuIcon}
              label="Menu"
              aria-haspopup="dialog"
              onClick={() => {
                ask()
                setOpen(true)
              }}
            />
            {Drawer && (
              <Drawer isOpen={isOpen} onOpenChange={setOpen}>
                <Side onGo={() => setOpen(false)} />
              </Drawer>
            )}
            <Brand />
            <PersonMenu isSmall />
          </header>
          <main ref={main} className="main" id="content" tabIndex={-1}>
            <OldNote />
            {children}
          </main>
        </div>
      </div>
    </>
  )
}

/** @param onGo called when a page was chosen */
function Side({ onGo }: { onGo?: () => void }) {
  const session = useSession()
  const sections = [
    { name: 'organization', heading: undefined },
    { name: 'account', heading: 'Organization' },
    { name: 'server', heading: 'Server' },
  ] as const
  return (
    <div className="side">
      <Brand />
      <Switcher onGo={onGo} />
      <nav className="nav" aria-label="Pages">
        {sections.map(({ name, heading }) => {
          const pages = PAGES.filter((page) => page.section === name && isSeen(page, session))
          if (pages.length === 0) return null
          return (
            <div key={name}>
              {heading && <div className="nav-heading">{heading}</div>}
              <ul>
                {pages.map((page) => (
                  <li key={page.name}>
                    <PageLink page={page} organizationId={session.organization?.id} onGo={onGo} />
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
      </nav>
      <PersonMenu onGo={onGo} />
    </div>
  )
}

/** The page is loaded when it is pointed at, so that it is there when it is clicked. */
function PageLink({
  page,
  organizationId,
  onGo,
}: {
  page: Page
  organizationId: string | undefined
  onGo?: () => void
}) {
  const [location] = useLocation()
  const address = addressOf(page.name, organizationId)
  const load = () => void page.load().catch(() => {}) // it is loaded again, and its error shown, when it is opened
  return (
    <Link
      href={address}
      className="nav-link"
      aria-current={location === address || location.startsWith(`${address}/`) ? 'page' : undefined}
      onPointerEnter={load}
      onFocus={load}
      onClick={onGo}
    >
      <page.icon aria-hidden="true" />
      {page.title}
    </Link>
  )
}

/** Shows the organization, and leads to the same page of another. */
function Switcher({ onGo }: { onGo?: () => void }) {
  const { organizations, organization, person } = useSession()
  const [location, go] = useLocation()
  const page = PAGES.find(
    (each) =>
      isOfOrganization(each.name) &&
      organization &&
      location.startsWith(addressOf(each.name, organization.id)),
  )
  const open = (address: string) => {
    go(address)
    onGo?.()
  }
  if (organization === undefined) return null
  const entries = organizations.map((each) => ({
    label: each.name,
    icon: each.id === organization.id ? Check : Building2,
    onClick: () => open(addressOf(page?.name ?? 'overview', each.id)),
  }))
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="switcher" aria-label={`Organization: ${organization.name}`}>
          <span className="switcher-name" dir="auto">
            {organization.name}
          </span>
          <ChevronsUpDown aria-hidden="true" />
        </button>
      }
      entries={[
        { heading: 'Organizations' },
        ...entries,
        ...(person.isOperator
          ? ([
              'line',
              { label: 'All organizations', onClick: () => open(addressOf('organizations')) },
            ] as const)
          : []),
      ]}
    />
  )
}

function PersonMenu({ isSmall, onGo }: { isSmall?: boolean; onGo?: () => void }) {
  const { person } = useSession()
  const [, go] = useLocation()
  const leave = () => {
    signOut().then(() => go('/sign-in'), toastError)
  }
  const settings = () => {
    go(addressOf('settings'))
    onGo?.()
  }
  return (
    <Menu
      side={isSmall ? 'bottom' : 'top'}
      align={isSmall ? 'end' : 'start'}
      trigger={
        isSmall ? (
          <button type="button" className="button" data-kind="plain" data-square="" aria-label="You">
            <UserRound aria-hidden="true" />
          </button>
        ) : (
          <button type="button" className="switcher" aria-label={`You: ${person.name}`}>
            <UserRound aria-hidden="true" />
            <span className="switcher-name" dir="auto">
              {person.name}
            </span>
            <ChevronsUpDown aria-hidden="true" />
          </button>
        )
      }
      entries={[
        { heading: person.email },
        { label: 'Settings', icon: Settings, onClick: settings },
        'line',
        { label: 'Sign out', icon: LogOut, onClick: leave },
      ]}
    />
  )
}
