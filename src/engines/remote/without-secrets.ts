/** Longest message of a fault that is logged, in characters. */
const LONGEST_MESSAGE = 300
/** A stretch of so many characters is no coincidence. */
const STRETCH = 12

/** A message that may quote a server, short, and without what a server may quote of the request, in whole or in part. */
export function withoutSecrets(message: string, secrets: readonly (string | undefined)[]): string {
  let told = message
  for (const secret of secrets) {
    if (secret === undefined || secret === '') continue
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), secret.replaceAll(/\s+/g, ' ')])
      told = withoutStretches(told.replaceAll(form, '…'), form)
  }
  told = told.replaceAll(/…(\s*…)+/g, '…')
  return told.length > LONGEST_MESSAGE ? `${told.slice(0, LONGEST_MESSAGE)}…` : told
}

/** A message with an ellipsis in place of every stretch that is also in a secret. */
function withoutStretches(message: string, secret: string): string {
  const stretches = new Set<string>()
  for (let i = 0; i + STRETCH <= secret.length; i++) stretches.add(secret.slice(i, i + STRETCH))
  let told = ''
  let at = 0
  while (at < message.length) {
    let end = at
    while (
      stretches.has(message.slice(end === at ? at : end - STRETCH + 1, end === at ? at + STRETCH : end + 1))
    )
      end = end === at ? at + STRETCH : end + 1
    told += end === at ? message[at] : '…'
    at = Math.max(end, at + 1)
  }
  return told
}
