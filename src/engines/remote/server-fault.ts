import { ServersFailed } from '../shared/engine.ts'

/** What follows when a server does not do what it was asked. */
interface Consequence {
  /** Where the same request may succeed. */
  readonly again: 'anywhere' | 'elsewhere' | 'nowhere'
  /** Whether it is the fault of the server, and counts against it. */
  readonly isServerFault: boolean
  /** Whether a little later it may succeed. */
  readonly isFull: boolean
}

const CONSEQUENCES = {
  /** It cannot be reached, broke off or was late. */
  away: { again: 'anywhere', isServerFault: true, isFull: false },
  /** It answered what nobody can read, or that it has failed. */
  failed: { again: 'anywhere', isServerFault: true, isFull: false },
  /** It does not know the key, or the key may not do that. */
  unauthorized: { again: 'elsewhere', isServerFault: true, isFull: false },
  /** The account that the key belongs to has no credits. */
  unpaid: { again: 'elsewhere', isServerFault: true, isFull: false },
  /** It says that it is not available. */
  unavailable: { again: 'elsewhere', isServerFault: true, isFull: true },
  /** It has as much to do as it can. */
  busy: { again: 'elsewhere', isServerFault: false, isFull: true },
  /** It does not like the request. */
  refused: { again: 'nowhere', isServerFault: false, isFull: false },
} as const satisfies Record<string, Consequence>

export type FaultKind = keyof typeof CONSEQUENCES

interface FaultOptions extends ErrorOptions {
  /** The URL of the server. */
  readonly server?: string
  readonly status?: number
  readonly retryAfter?: number
}

/** A server did not do what it was asked. The message says what it did instead ("sent no audio"); it has no secrets. */
export class ServerFault extends ServersFailed implements Consequence {
  readonly kind: FaultKind
  readonly again: Consequence['again']
  readonly isServerFault: boolean
  readonly isFull: boolean
  /** The HTTP status of its response, or that of its error; undefined: it sent none. */
  readonly status: number | undefined
  /** Milliseconds after which the server says that trying again can succeed; undefined: it does not say. */
  readonly retryAfter: number | undefined

  constructor(
    kind: FaultKind,
    message: string,
    { server = '', status, retryAfter, ...options }: FaultOptions = {},
  ) {
    super(server, message, options)
    this.kind = kind
    this.status = status
    this.retryAfter = retryAfter
    const { again, isServerFault, isFull } = CONSEQUENCES[kind]
    this.again = again
    this.isServerFault = isServerFault
    this.isFull = isFull
  }

  /** This kind of fault at a known server, with another message. */
  of(server: string, message: string): ServerFault {
    const { kind, cause, status, retryAfter } = this
    return new ServerFault(kind, message, { server, cause, status, retryAfter })
  }

  /** The fault that an HTTP status which is not 2xx stands for. */
  static ofStatus(status: number, message: string, retryAfter?: number): ServerFault {
    return new ServerFault(kindOfStatus(status), message, { status, retryAfter })
  }
}

/** What kind of fault an HTTP status that is not 2xx stands for. */
export function kindOfStatus(status: number): FaultKind {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 402) return 'unpaid'
  if (status === 429) return 'busy'
  if (status === 503) return 'unavailable'
  return status >= 400 && status < 500 && status !== 408 ? 'refused' : 'failed'
}
