import { api, unwrap } from './api.ts'
import { renewSession } from './session.tsx'

/** @throws ApiError if they do not belong together, or after too many tries */
export async function signIn(email: string, password: string): Promise<void> {
  await unwrap(api.management.auth['sign-in'].email.post({ email, password }))
  await renewSession()
}

/** Ends the session of this browser, and forgets what was kept of it. */
export async function signOut(): Promise<void> {
  await unwrap(api.management.auth['sign-out'].post())
  sessionStorage.clear()
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
