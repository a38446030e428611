/** Names that a stream's parameters have for themselves; no announcement says what they hold. */
const OWN: ReadonlySet<string> = new Set(['api_key', 'id', 'voice', 'language', 'announcement'])

/** A text with the parameters of a call in the place of their names: `{name}`. One that the call does not have is left out. */
export function announcementOf(template: string, parameters: Readonly<Record<string, string>>): string {
  return template.replace(/\{([\w-]+)\}/g, (_, name: string) =>
    OWN.has(name) || !Object.hasOwn(parameters, name) ? '' : parameters[name]!,
  )
}
