import { ServiceError } from '../../http/errors.ts'
import { checkedBy, REFUSAL } from '../../http/schema.ts'

/** Code points of a password. What else it is made of does not matter (NIST SP 800-63B). */
const MIN_LENGTH = 10
export const MAX_LENGTH = 256

/** What a hash costs (OWASP): memory in KiB, and passes over it. About 20 ms. */
const COST = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
/** Hashes that are made at a time, on threads of their own, and how many may wait for that. */
const AT_A_TIME = 2
const MAX_WAITING = 50
/** Time after which a client may try again if more than these wait (milliseconds). */
const WAIT = 2000

/** Passwords that are guessed first, among those that are long enough. */
const GUESSED = new Set(
  `1234567890 0123456789 12345678910 123456789a a123456789 0987654321 9876543210 1q2w3e4r5t 1qaz2wsx3edc qwertyuiop
  qwerty1234 qwerty12345 qwerty123456 password12 password123 password1234 password123! passw0rd123 iloveyou123 iloveyou12
  letmein123 welcome123 welcome1234 administrator administrator1 adminadmin admin12345 admin123456 changeme123 changeme1234
  abcdefghij abcd123456 abcde12345 abc1234567 football123 baseball123 princess123 superman123 basketball sunshine123 zxcvbnm123
  asdfghjkl1 asdfghjkl123 q1w2e3r4t5 1234qwerasdf dragon1234 monkey1234 secret1234 trustno1trustno1`.split(
    /\s+/,
  ),
)

let running = 0
const waiting: (() => void)[] = []

/** The field of a request with a new password. */
export const NEW_PASSWORD = checkedBy<string>((value) => faultOf(value) === undefined, {
  type: 'string',
  minLength: MIN_LENGTH,
  maxLength: MAX_LENGTH,
  description: 'Long, and not one that others guess. A phrase of several words is good.',
  examples: ['correct horse battery staple'],
  [REFUSAL]: (value) =>
    new ServiceError('invalid_value', `password ${faultOf(value) ?? 'is wrong'}.`, {
      detail: `Choose one of ${MIN_LENGTH} to ${MAX_LENGTH} characters that nobody guesses, such as some words that do not belong together.`,
    }),
})

function faultOf(password: unknown): string | undefined {
  if (typeof password !== 'string') return 'is missing'
  const length = [...password].length
  if (length < MIN_LENGTH) return `has fewer than ${MIN_LENGTH} characters`
  if (length > MAX_LENGTH) return `has more than ${MAX_LENGTH} characters`
  const isGuessed = GUESSED.has(password.toLowerCase()) || new Set(password).size < 4
  return isGuessed ? 'is one of those that are guessed first' : undefined
}

/**
 * The hash of a password, which is all that is stored. It is made on another thread.
 *
 * @throws ServiceError rate_limited if too many wait for theirs
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => Bun.password.hash(password, COST))
}

/**
 * Whether a hash is that of a password.
 *
 * @throws ServiceError rate_limited if too many wait for theirs
 */
export function verifyPassword(password: string, hash: string): Promise<boolean> {
  return inTurn(() => Bun.password.verify(password, hash))
}

/** Hashing takes memory and time of the cores that speak, so only a few hashes are made at a time. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_A_TIME) {
    if (waiting.length >= MAX_WAITING) throw tooBusy()
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

function tooBusy(): ServiceError {
  return new ServiceError('rate_limited', 'Too many people are signing in.', {
    detail: 'Try again in a moment.',
    retryAfter: WAIT,
  })
}
