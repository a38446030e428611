import {
  Activity,
  AudioLines,
  Building2,
  ChartNoAxesColumn,
  CreditCard,
  House,
  KeyRound,
  type LucideIcon,
  Mic,
  Rocket,
  Settings,
  Users,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import { addressOf, type PageName } from '../addresses.ts'
import { orReload } from '../loading.ts'
import type { Session } from '../session.tsx'

/** A page behind the sign-in. */
export interface Page {
  readonly name: PageName
  /** Within the dashboard; `:organization` stands for the id of one. */
  readonly path: string
  readonly title: string
  readonly icon: LucideIcon
  /** Where the navigation has it, and so who sees it. */
  readonly section: 'organization' | 'account' | 'server' | 'person'
  readonly load: () => Promise<{ default: ComponentType }>
  readonly Component: ComponentType
}

type Entry = Omit<Page, 'Component' | 'path'>

const ENTRIES: readonly Entry[] = [
  {
    name: 'overview',
    title: 'Overview',
    icon: House,
    section: 'organization',
    load: () => import('../pages/overview.tsx'),
  },
  {
    name: 'playground',
    title: 'Playground',
    icon: AudioLines,
    section: 'organization',
    load: () => import('../pages/playground.tsx'),
  },
  {
    name: 'voices',
    title: 'Voices',
    icon: Mic,
    section: 'organization',
    load: () => import('../pages/voices.tsx'),
  },
  {
    name: 'quick-start',
    title: 'Quick start',
    icon: Rocket,
    section: 'organization',
    load: () => import('../pages/quick-start.tsx'),
  },
  {
    name: 'keys',
    title: 'Keys and projects',
    icon: KeyRound,
    section: 'account',
    load: () => import('../pages/keys.tsx'),
  },
  {
    name: 'usage',
    title: 'Usage',
    icon: ChartNoAxesColumn,
    section: 'account',
    load: () => import('../pages/usage.tsx'),
  },
  {
    name: 'credits',
    title: 'Credits',
    icon: CreditCard,
    section: 'account',
    load: () => import('../pages/credits.tsx'),
  },
  {
    name: 'members',
    title: 'Members',
    icon: Users,
    section: 'account',
    load: () => import('../pages/members.tsx'),
  },
  {
    name: 'live',
    title: 'Live',
    icon: Activity,
    section: 'server',
    load: () => import('../pages/live.tsx'),
  },
  {
    name: 'organizations',
    title: 'Organizations',
    icon: Building2,
    section: 'server',
    load: () => import('../pages/organizations.tsx'),
  },
  {
    name: 'settings',
    title: 'Settings',
    icon: Settings,
    section: 'person',
    load: () => import('../pages/settings.tsx'),
  },
]

/** All pages behind the sign-in, in the order of the navigation. */
export const PAGES: readonly Page[] = ENTRIES.map((entry) => ({
  ...entry,
  path: addressOf(entry.name, ':organization'),
  Component: lazy(orReload(entry.load)),
}))

/** Whether somebody sees a page: those of the server are the operator's, those of an organization need one. */
export function isSeen({ section }: Page, { person, organization }: Session): boolean {
  if (section === 'server') return person.isOperator
  return section === 'person' || organization !== undefined
}

/** The page at an address of the server; undefined if there is none. */
export function pageAt(path: string): Page | undefined {
  const name = /^\/dashboard\/(?:o\/[^/]+\/)?([\w-]+)$/.exec(path)?.[1]
  return PAGES.find((page) => page.name === name)
}
