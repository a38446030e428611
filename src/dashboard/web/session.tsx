import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { useRoute } from 'wouter'
import { ApiError, queries, send } from './api.ts'

/** What somebody may do in an organization. */
export type Role = 'member' | 'owner' | 'operator'

export interface Person {
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

/** What the server says of a browser. */
export interface SessionAnswer {
  /** Null: signed out. */
  readonly person: Person | null
  readonly organizations: readonly OrganizationOfSession[]
  /** Whether nobody has signed up yet. */
  readonly needsOwner: boolean
}

/** Who is signed in, and what they look at. */
export interface Session {
  readonly person: Person
  readonly organizations: readonly OrganizationOfSession[]
  /** The one in the address, else the last one, else the first. Undefined if they belong to none. */
  readonly organization: OrganizationOfSession | undefined
}

const SESSION = ['session']
const LAST = 'organization'

/** What the server says of this browser; undefined until it has answered. */
export function useSessionQuery() {
  return useQuery({ queryKey: SESSION, queryFn: askForSession, staleTime: 60_000 })
}

async function askForSession(): Promise<SessionAnswer> {
  try {
    return await send<SessionAnswer>('GET', '/management/session')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 404) return PRETENDED
    if (error.status !== 401) throw error
    return { person: null, organizations: [], needsOwner: false }
  }
}

/** Asks the server anew who is signed in, after that has changed. Forgets all that the person before could see. */
export async function renewSession(): Promise<void> {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] })
  await queries.invalidateQueries({ queryKey: SESSION })
}

// A refusal of any question: the session has ended meanwhile.
queries.getQueryCache().config.onError = endSession
queries.getMutationCache().config.onError = endSession

function endSession(error: unknown): void {
  if (error instanceof ApiError && error.status === 401)
    queries.setQueryData<SessionAnswer>(SESSION, (old) =>
      old === PRETENDED ? old : old && { ...old, person: null, organizations: [] },
    )
}

/** Until the server has the route. */
const PRETENDED: SessionAnswer = {
  person: { name: 'Ada', email: 'ada@example.com', isOperator: true },
  organizations: [{ id: /\/o\/([^/]+)/.exec(location.pathname)?.[1] ?? 'none', name: 'Acme', role: 'owner' }],
  needsOwner: false,
}

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

/** Gives what is below it the session. */
export function SessionProvider({
  person,
  organizations,
  children,
}: {
  person: Person
  organizations: readonly OrganizationOfSession[]
  children: ReactNode
}) {
  const organization = useCurrent(person, organizations)
  useEffect(() => {
    if (organization !== undefined) localStorage.setItem(LAST, organization.id)
  }, [organization])
  return <Current value={{ person, organizations, organization }}>{children}</Current>
}

function useCurrent(
  person: Person,
  organizations: readonly OrganizationOfSession[],
): OrganizationOfSession | undefined {
  const [, params] = useRoute('/o/:organization/*?')
  const id = params?.organization
  const known = organizations.find((each) => each.id === (id ?? localStorage.getItem(LAST)))
  const isForeign = id !== undefined && known === undefined && person.isOperator
  const { data } = useQuery({
    queryKey: ['organization', id],
    queryFn: () => send<OrganizationOfSession>('GET', `/management/organizations/${id}`),
    enabled: isForeign,
  })
  if (known !== undefined || id === undefined) return known ?? organizations[0]
  return data
}
