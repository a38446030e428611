import { type ReactNode, Suspense, useLayoutEffect } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { addressOf } from '../addresses.ts'
import NotFound from '../pages/not-found.tsx'
import { SessionProvider, useSession, useSessionQuery } from '../session.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { Layout } from './layout.tsx'
import { isSeen, PAGES, type Page, pageAt } from './pages.ts'

// The page is loaded while the server is asked who is signed in.
void pageAt(location.pathname)
  ?.load()
  .catch(() => {})

/** What only somebody who is signed in sees; everybody else is asked to sign in. */
export default function SignedIn() {
  const { data, error, refetch } = useSessionQuery()
  const [location] = useLocation()
  const search = useSearch()
  if (data === undefined) return error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton />
  if (data.person === null) {
    if (data.needs_owner) return <Redirect to="/welcome" replace />
    const here = `${location}${search && `?${search}`}`
    return <Redirect to={here === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`} replace />
  }
  return (
    <SessionProvider key={data.person.id} answer={data} person={data.person}>
      <TooltipProvider>
        <Layout>
          <Switch>
            <Route path="/" component={Home} />
            <Route path="/o/:organization">
              {({ organization }) => <Redirect to={addressOf('overview', organization)} replace />}
            </Route>
            {PAGES.map((page) => (
              <Route key={page.name} path={page.path}>
                <Shown page={page} />
              </Route>
            ))}
            <Route component={Missing} />
          </Switch>
        </Layout>
        <ToastHost />
      </TooltipProvider>
    </SessionProvider>
  )
}

function Home() {
  const { organization, person } = useSession()
  if (organization !== undefined) return <Redirect to={addressOf('overview', organization.id)} replace />
  if (person.isOperator) return <Redirect to={addressOf('organizations')} replace />
  return (
    <EmptyState title="You belong to no organization yet">
      Ask an owner of one, or the operator of this server, for an invitation.
    </EmptyState>
  )
}

/** A page, for those who see it. */
function Shown({ page }: { page: Page }) {
  const session = useSession()
  const [location] = useLocation()
  if (!isSeen(page, session)) return <Missing />
  return (
    <ErrorBoundary key={location}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <Titled title={page.title}>
          <page.Component key={session.organization?.id} />
        </Titled>
      </Suspense>
    </ErrorBoundary>
  )
}

/** Nothing: no page, or that of somebody else. It is seen only if it stays, because an organization may not be known yet. */
function Missing() {
  return (
    <Titled title="Not found">
      <div className="late">
        <NotFound />
      </div>
    </Titled>
  )
}

/** Gives the window a title. After the first page, the heading has the focus, so that it is read aloud. */
function Titled({ title, children }: { title: string; children: ReactNode }) {
  useLayoutEffect(() => {
    document.title = `${title} · Purr`
    if (hasShownPage) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    hasShownPage = true
    window.scrollTo(0, 0)
  }, [title])
  return children
}

let hasShownPage = false
