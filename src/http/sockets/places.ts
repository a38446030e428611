/** How many sockets may be open at a time: in all, and from one address. */
export interface ConnectionLimits {
  readonly all: number
  readonly ofAddress: number
}

/** Counts open sockets by their addresses. */
export class Places {
  readonly #most: ConnectionLimits
  readonly #taken = new Map<string, number>()
  #all = 0

  constructor(most: ConnectionLimits) {
    this.#most = most
  }

  /** Whose places are all taken, so that one more of an address cannot come in. Undefined: it can. */
  full(address: string): 'address' | 'server' | undefined {
    if ((this.#taken.get(address) ?? 0) >= this.#most.ofAddress) return 'address'
    return this.#all >= this.#most.all ? 'server' : undefined
  }

  take(address: string): void {
    this.#all++
    this.#taken.set(address, (this.#taken.get(address) ?? 0) + 1)
  }

  giveBack(address: string): void {
    this.#all--
    const left = this.#taken.get(address)! - 1
    if (left === 0) this.#taken.delete(address)
    else this.#taken.set(address, left)
  }
}
