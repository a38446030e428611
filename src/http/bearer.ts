/** The key or token that a request has as `Authorization: Bearer …`. Undefined: it has none. */
export function bearerOf({ headers }: Request): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
}
