import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { useRoute } from 'wouter'
import type { Session as Answer } from '../../management/people/session-routes.ts'
import { ApiError, api, queries, unwrap } from './api.ts'

/** What somebody may do in an organization. */
export type Role = 'member' | 'owner' | 'operator'

export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Whether all organizations are theirs to manage. */
  readonly isOperator: boolean
}

/** An organization as far as its pages need it everywhere. */
export interface OrganizationOfSession {
  readonly id: string
  readonly name: string
  readonly role: Role
}

/** Who is signed in, and which organization is shown. */
export interface Session {
  readonly person: Person
  readonly organizations: readonly OrganizationOfSession[]
  /** The one in the address, else the last one, else the first. Undefined if they belong to none. */
  readonly organization: OrganizationOfSession | undefined
}

const SESSION = ['session']
const LAST = 'organization'
/** The code of the error about an organization to which somebody does not belong, or no longer. */
const GONE = 'organization_not_found'

const SESSION_QUERY = queryOptions({
  queryKey: SESSION,
  queryFn: askWhoIsSignedIn,
  staleTime: 60_000,
  refetchOnWindowFocus: 'always', // somebody else has signed in, in another tab
})

/** What another person could see is forgotten: somebody else has signed in, in another tab. */
async function askWhoIsSignedIn(): Promise<Answer> {
  const before = queries.getQueryData<Answer>(SESSION)?.person?.id
  const answer = await unwrap(api.management.session.get())
  if (before !== undefined && answer.person?.id !== before) forgetOthers()
  return answer
}

function forgetOthers(): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] })
}

/** What the server says of this browser; undefined until it has answered. */
export function useSessionQuery() {
  return useQuery(SESSION_QUERY)
}

/** Asks who is signed in before anything is shown that needs it. */
export function askForSession(): void {
  void queries.prefetchQuery(SESSION_QUERY)
}

/** Asks the server again who is signed in, after that has changed. Forgets all that the person before could see. */
export async function renewSession(): Promise<void> {
  forgetOthers()
  await queries.invalidateQueries({ queryKey: SESSION })
}

/** Asks the server again who is signed in if an error shows that this, or what they may do, has changed meanwhile. */
export function renewRefusedSession(error: unknown): void {
  if (error instanceof ApiError && (error.status === 401 || error.status === 403 || error.code === GONE))
    void queries.invalidateQueries({ queryKey: SESSION })
}

queries.getQueryCache().config.onError = renewRefusedSession
queries.getMutationCache().config.onError = renewRefusedSession

const Current = createContext<Session | undefined>(undefined)

/** Who is signed in. Only for pages behind the sign-in. */
export function useSession(): Session {
  const session = use(Current)
  if (session === undefined) throw new Error('Nobody is signed in here.')
  return session
}

/** The organization whose page this is. Only for pages of an organization. */
export function useOrganization(): OrganizationOfSession {
  const { organization } = useSession()
  if (organization === undefined) throw new Error('This is no page of an organization.')
  return organization
}

/** Provides the session to the components below it. */
export function SessionProvider({
  answer,
  person: { id, name, email, is_operator: isOperator },
  children,
}: {
  answer: Answer
  person: NonNullable<Answer['person']>
  children: ReactNode
}) {
  const { organizations } = answer
  const person = { id, name, email, isOperator }
  const organization = useCurrent(person, organizations)
  useEffect(() => {
    if (organization === undefined) return
    for (const storage of [sessionStorage, localStorage]) storage.setItem(LAST, organization.id)
  }, [organization])
  return <Current value={{ person, organizations, organization }}>{children}</Current>
}

function useCurrent(
  person: Person,
  organizations: readonly OrganizationOfSession[],
): OrganizationOfSession | undefined {
  const [, params] = useRoute('/o/:organization/*?')
  const id = params?.organization
  const last = sessionStorage.getItem(LAST) ?? localStorage.getItem(LAST) // of this tab, else of any
  const known = organizations.find((each) => each.id === (id ?? last))
  const isForeign = id !== undefined && known === undefined && person.isOperator
  const { data } = useQuery({
    queryKey: ['organization', id],
    queryFn: () => unwrap(api.management.organizations({ organization: id! }).get()),
    enabled: isForeign,
  })
  if (known !== undefined || id === undefined) return known ?? organizations[0]
  return data
}
