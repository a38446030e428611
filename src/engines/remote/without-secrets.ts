/** Longest message of a fault that is logged, in characters. */
const LONGEST_MESSAGE = 300

/** A message that may quote a server, short and in one line, and without what a server may quote of the request. */
export function withoutSecrets(message: string, secrets: readonly (string | undefined)[]): string {
  const told = secrets
    .filter((secret) => secret !== undefined && secret.trim() !== '')
    .reduce<string>((text, secret) => text.replaceAll(quotes(secret!), '…'), message)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return told.length > LONGEST_MESSAGE ? `${told.slice(0, LONGEST_MESSAGE)}…` : told
}

/** Finds a text as it is, and as JSON has it, with any white space between its words. */
function quotes(text: string): RegExp {
  const pattern = text.trim().replaceAll(/\s+|\S/g, (part) => {
    if (part.trim() === '') return String.raw`(?:\s|\\[bfnrt])+`
    if (/["\\/]/.test(part)) return String.raw`\\?${RegExp.escape(part)}`
    if (part < '\x7f') return RegExp.escape(part)
    return String.raw`(?:${RegExp.escape(part)}|\\u${part.charCodeAt(0).toString(16).padStart(4, '0')})`
  })
  return new RegExp(pattern, 'gi')
}
