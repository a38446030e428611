/** Longest message of a fault that is logged, in characters. */
const LONGEST_MESSAGE = 300

/** A message that may quote a server, short, and without what a server may quote of the request. */
export function withoutSecrets(message: string, secrets: readonly (string | undefined)[]): string {
  let told = message
  for (const secret of secrets) {
    if (secret === undefined || secret === '') continue
    for (const form of [secret, JSON.stringify(secret).slice(1, -1)]) told = told.replaceAll(form, '…')
  }
  return told.length > LONGEST_MESSAGE ? `${told.slice(0, LONGEST_MESSAGE)}…` : told
}
