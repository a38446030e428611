/** Groups of an IPv6 address that identify a network (64 bits). Its owner has all addresses in it. */
const NETWORK_GROUPS = 4

/** What identifies a client for limits: its IPv4 address, or the network of its IPv6 address. */
export function networkOfAddress(address: string): string {
  const ipv4 = /[\d.]+$/.exec(address)?.[0]
  if (ipv4?.includes('.')) return ipv4 // also "::ffff:192.0.2.1", as a dual-stack socket gives it
  const [head = [], tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length
  const groups = [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...(tail ?? [])]
  return groups.slice(0, NETWORK_GROUPS).join(':')
}

/** The network of a request: that of its connection, because headers can say anything. */
export function networkOf(request: Request, server: Bun.Server<unknown> | null): string {
  return networkOfAddress(server?.requestIP(request)?.address ?? '')
}
