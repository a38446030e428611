/** Parameters with a meaning of their own. No announcement says their values. */
const OWN: ReadonlySet<string> = new Set(['api_key', 'id', 'voice', 'language', 'announcement'])

/** Replaces `{name}` in a text by the call's parameter of that name, or by nothing if the call has none. */
export function announcementOf(template: string, parameters: Readonly<Record<string, string>>): string {
  return template.replace(/\{([\w-]+)\}/g, (_, name: string) =>
    OWN.has(name) || !Object.hasOwn(parameters, name) ? '' : parameters[name]!,
  )
}
