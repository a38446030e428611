import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { orReload } from '../loading.ts'
import { Skeleton } from '../ui/skeleton.tsx'

const SignIn = lazy(orReload(() => import('../pages/sign-in.tsx')))
const Welcome = lazy(orReload(() => import('../pages/welcome.tsx')))
const Invitation = lazy(orReload(() => import('../pages/invitation.tsx')))
const Reset = lazy(orReload(() => import('../pages/reset.tsx')))
const SignedIn = lazy(orReload(() => import('./signed-in.tsx')))

/** The dashboard: what is at which address. */
export function App() {
  return (
    <Suspense fallback={<Skeleton />}>
      <Switch>
        <Route path="/sign-in" component={SignIn} />
        <Route path="/welcome" component={Welcome} />
        <Route path="/invitation" component={Invitation} />
        <Route path="/reset" component={Reset} />
        <Route component={SignedIn} />
      </Switch>
    </Suspense>
  )
}
