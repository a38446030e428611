import { api, unwrap } from './api.ts'
import { renewSession } from './session.tsx'

/** @throws ApiError if they do not belong together, or after too many tries */
export async function signIn(email: string, password: string): Promise<void> {
  await unwrap(api.management.auth['sign-in'].email.post({ email, password }))
  await renewSession()
}

/** Ends the session of this browser. */
export async function signOut(): Promise<void> {
  await unwrap(api.management.auth['sign-out'].post())
  await renewSession()
}

/** Makes the first account, which is the operator's, and signs it in. */
export async function welcome(input: {
  code: string
  name: string
  email: string
  password: string
}): Promise<void> {
  await unwrap(api.management.welcome.post(input))
  await renewSession()
}

/**
 * The address within the dashboard to which somebody wanted to go before they were asked to sign in; the first page if there is
 * none, or if it leads elsewhere.
 */
export function nextAddress(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  const here = new URL(location.origin)
  const there = URL.parse(`/dashboard${next}`, here)
  const isHere = there?.origin === here.origin && there.pathname.startsWith('/dashboard/')
  return next.startsWith('/') && isHere ? next : '/'
}
