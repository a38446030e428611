import type { Choices } from './choices.ts'

/** What is kept of a playground: its choices, and the id of its voice. */
export type Kept = Partial<Choices> & { readonly voice?: string | undefined }

/** What somebody has last chosen in the playground of an organization, in this tab; nothing if they have not been there. */
export function keptOf(person: string, organization: string): Kept {
  return JSON.parse(sessionStorage.getItem(placeOf(person, organization)) ?? '{}')
}

/** Keeps what is chosen until the tab is closed or the person signs out. */
export function keep(person: string, organization: string, kept: Kept): void {
  try {
    sessionStorage.setItem(placeOf(person, organization), JSON.stringify(kept))
  } catch {} // the text is larger than a browser keeps, and than Purr speaks
}

function placeOf(person: string, organization: string): string {
  return `playground of ${person} in ${organization}`
}
