import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { Skeleton } from '../ui/skeleton.tsx'

const SignIn = lazy(() => import('../pages/sign-in.tsx'))
const Welcome = lazy(() => import('../pages/welcome.tsx'))
const Invitation = lazy(() => import('../pages/invitation.tsx'))
const Reset = lazy(() => import('../pages/reset.tsx'))
const SignedIn = lazy(() => import('./signed-in.tsx'))

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
