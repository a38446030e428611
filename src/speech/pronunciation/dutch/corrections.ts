export const DUTCH_CORRECTIONS: Readonly<Record<string, string>> = {}
