/** Most cloned voices of an organization. */
const VOICES = 100

/** The limits of each tier: requests and turns (spec 8), and cloned voices. */
export const TIERS = {
  tier1: { requestsPerMinute: 60, concurrency: 5, clonesPerHour: 60, voices: VOICES },
  tier2: { requestsPerMinute: 600, concurrency: 25, clonesPerHour: 300, voices: VOICES },
  tier3: { requestsPerMinute: 6000, concurrency: 100, clonesPerHour: 1000, voices: VOICES },
} as const

export type Tier = keyof typeof TIERS
export type Limit = keyof (typeof TIERS)['tier1']

/** The most that an organization's own limits can be. */
export const MOST: Readonly<Record<Limit, number>> = {
  requestsPerMinute: 1_000_000,
  /** Each slot is a row. */
  concurrency: 10_000,
  /** The time of each is kept for an hour, in one row that every clone reads. */
  clonesPerHour: 10_000,
  /** Some lists have no pages: those for clients of OpenAI and of Wyoming. */
  voices: 10_000,
}

/** Total purchases, in US cents, at which tier1 becomes tier2 (spec 8). */
export const TIER2_CENTS = 5000

/** Whether a word names a tier. */
export function isTier(word: string): word is Tier {
  return Object.hasOwn(TIERS, word)
}
