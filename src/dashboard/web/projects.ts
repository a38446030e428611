import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Project } from '../../management/organizations/projects.ts'
import { api, queries, unwrap } from './api.ts'

export type { Project }

function projectsQuery(organization: string) {
  return queryOptions({
    queryKey: ['projects', organization],
    queryFn: () => allProjects(organization),
  })
}

async function allProjects(organization: string): Promise<Project[]> {
  const { projects } = api.management.organizations({ organization })
  const found: Project[] = []
  let last: string | undefined
  do {
    const page = await unwrap(projects.get({ query: { starting_after: last } }))
    found.push(...page.data)
    last = page.next_page ?? undefined
  } while (last !== undefined)
  return found
}

/** The projects of an organization, by name. */
export function useProjects(organization: string) {
  return useQuery(projectsQuery(organization))
}

/** The project that is offered first: the one used last in this browser, else the oldest. */
export function usualOf(organization: string, projects: readonly Project[]): Project | undefined {
  const last = localStorage.getItem(placeOf(organization))
  const made = ({ created_at }: Project) => new Date(created_at).getTime()
  return (
    projects.find(({ id }) => id === last) ?? projects.toSorted((one, other) => made(one) - made(other))[0]
  )
}

/** The id of the project of an organization that is offered first. Throws ApiError. */
export async function usualProject(organization: string): Promise<string> {
  return usualOf(organization, await queries.fetchQuery(projectsQuery(organization)))!.id
}

/** Remembers which project was used last. */
export function rememberProject(organization: string, project: string): void {
  localStorage.setItem(placeOf(organization), project)
}

function placeOf(organization: string): string {
  return `project of ${organization}`
}
