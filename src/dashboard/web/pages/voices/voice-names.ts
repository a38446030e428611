const names = new Intl.DisplayNames(undefined, { type: 'language', languageDisplay: 'standard' })

/** A language as people call it: "de-DE" as "German (Germany)". */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    return tag
  }
}
