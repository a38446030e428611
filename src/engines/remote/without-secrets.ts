/** Longest message of a fault that is logged, in characters. */
const LONGEST_MESSAGE = 300
/** A part of a secret of this many characters in a message is no coincidence. */
const PART = 12

/**
 * A message that may quote a server, short and in one line, and without what a server may quote of the request, in whole or
 * in part.
 */
export function withoutSecrets(message: string, secrets: readonly (string | undefined)[]): string {
  let kept = message
  for (const secret of secrets) {
    if (secret === undefined || secret.trim() === '') continue
    kept = withoutParts(inOneLine(kept.replaceAll(quotes(secret), '…')), inOneLine(secret))
  }
  kept = inOneLine(kept).replaceAll(/…(\s*…)+/g, '…')
  return kept.length > LONGEST_MESSAGE ? `${kept.slice(0, LONGEST_MESSAGE)}…` : kept
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
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

/** A message with an ellipsis in place of every stretch that is also in a secret. */
function withoutParts(message: string, secret: string): string {
  const parts = new Set<string>()
  for (let at = 0; at + PART <= secret.length; at++) parts.add(secret.slice(at, at + PART))
  const isSecret = new Array<boolean>(message.length).fill(false)
  for (let at = 0; at + PART <= message.length; at++)
    if (parts.has(message.slice(at, at + PART))) isSecret.fill(true, at, at + PART)
  let kept = ''
  for (let at = 0; at < message.length; at++) {
    if (!isSecret[at]) kept += message[at]
    else if (!isSecret[at - 1]) kept += '…'
  }
  return kept
}
