export const GERMAN_CORRECTIONS: Readonly<Record<string, string>> = {}
