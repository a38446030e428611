import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
const moment = (name: string) => timestamp(name, { withTimezone: true })
const createdAt = () => moment('created_at').notNull().defaultNow()
const updatedAt = () => moment('updated_at').notNull().defaultNow()

// What a row belongs to.
const organizationId = () =>
  uuid('organization_id')
    .notNull()
    .references(() => organizations.id)
const keyId = () =>
  uuid('key_id')
    .notNull()
    .references(() => keys.id)
const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => people.id, { onDelete: 'cascade' })

/** Organizations pay. All projects and keys of one share its tier, its limits and its balance (in credits). */
export const organizations = pgTable(
  'organizations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull().unique(),
    tier: text('tier').$type<'tier1' | 'tier2' | 'tier3'>().notNull().default('tier1'),
    /** Below zero only if credits were taken back that had been spent. */
    balance: bigint('balance', { mode: 'number' }).notNull().default(0),
    /** US cents paid in all. They decide when the tier rises. */
    paidCents: bigint('paid_cents', { mode: 'number' }).notNull().default(0),
    /** Limits that the operator has set for it. Null: those of its tier. */
    requestsPerMinute: integer('requests_per_minute'),
    concurrency: integer('concurrency'),
    clonesPerHour: integer('clones_per_hour'),
    voices: integer('voices'),
    createdAt: createdAt(),
  },
  (table) => [check('tier_known', sql`${table.tier} in ('tier1', 'tier2', 'tier3')`)],
)

/** A key belongs to a project, and a project to an organization. */
export const projects = pgTable(
  'projects',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    name: text('name').notNull(),
    createdAt: createdAt(),
  },
  (table) => [unique('project_name').on(table.organizationId, table.name)],
)

/** API keys. The prefix finds the row, and the SHA-256 of the whole key proves the key, which itself is never stored. */
export const keys = pgTable(
  'keys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id),
    name: text('name').notNull(),
    prefix: text('prefix').notNull().unique(),
    hash: bytes('hash').notNull(),
    /** The person who made it. Null: a program, the command line, or somebody who was deleted. */
    createdBy: uuid('created_by').references(() => people.id, { onDelete: 'set null' }),
    /** Whether it is the one for which the dashboard makes access tokens. Nobody has ever seen it. */
    isDashboard: boolean('is_dashboard').notNull().default(false),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    index('keys_project').on(
      table.projectId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('keys_created_by').on(table.createdBy),
    index('keys_revoked').on(table.revokedAt).where(sql`${table.revokedAt} IS NOT NULL`),
    uniqueIndex('keys_dashboard')
      .on(table.projectId)
      .where(sql`${table.isDashboard} AND ${table.revokedAt} IS NULL`),
  ],
)

/**
 * The requests that an organization has started in the last 60 seconds, counted in short buckets. `ends` has the time of
 * each bucket's last request (seconds since 1970), `counts` the number of its requests. `clones` has the time of each
 * clone that was started in the last hour. All this is one row, so that its lock puts requests in order.
 */
export const requestWindows = pgTable('request_windows', {
  organizationId: uuid('organization_id')
    .primaryKey()
    .references(() => organizations.id),
  /** When the last bucket began. */
  opened: doublePrecision('opened').notNull().default(0),
  ends: doublePrecision('ends').array().notNull().default([]),
  counts: integer('counts').array().notNull().default([]),
  clones: doublePrecision('clones').array().notNull().default([]),
})

/** Turns that an organization may have at once: one row for each. A slot is free when its lease has run out. */
export const slots = pgTable(
  'slots',
  {
    organizationId: organizationId(),
    number: integer('number').notNull(),
    turnId: uuid('turn_id'),
    until: moment('until').notNull().default(sql`'epoch'`),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.number] })],
)

/** Server processes. A process whose lease has run out is dead, and another one refunds its open charges. */
export const processes = pgTable('processes', {
  id: uuid('id').primaryKey(),
  until: moment('until').notNull(),
  /** The last batch of its usage that was added. One that is sent again, because its answer was lost, adds nothing. */
  usageBatch: integer('usage_batch').notNull().default(0),
})

/** The consent of a person whose voice was cloned. */
export interface Consent {
  /** The person who speaks in the clip. */
  readonly speaker: string
  /** What was agreed to, in the words that were shown. */
  readonly statement: string
  /** Who recorded it: the e-mail address of a person, or the name of a management key. */
  readonly recordedBy: string
  /** An ISO 8601 time. */
  readonly recordedAt: string
}

/** Voices. Shared ones come with a model and belong to no organization. All others were cloned. */
export const voices = pgTable(
  'voices',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id').references(() => organizations.id),
    name: text('name').notNull(),
    description: text('description').notNull(),
    language: text('language').notNull(),
    /** The model to which it belongs. */
    modelId: text('model_id').notNull().default('gepard-1.0'),
    /** How the voice sounds, in a form that only the model's engine knows. */
    speaker: jsonb('speaker').notNull(),
    /** The measurements of a clone, from which a speaker for other weights can be made. Null: a shared voice. */
    profile: jsonb('profile'),
    /** Fingerprint of the weights that a clone's speaker was fitted to. Null: a shared voice, or not known. */
    model: text('model'),
    /** The speaker's consent to the clone: who gave it, when, and in which words. Null: a shared voice, or none recorded. */
    consent: jsonb('consent').$type<Consent>(),
    /** The process that is fitting the clone to other weights. This claim ends with the process. */
    refitter: uuid('refitter'),
    createdAt: createdAt(),
  },
  (table) => [
    index('voices_organization').on(table.organizationId, table.createdAt.desc().nullsFirst(), table.id),
  ],
)

/** Pronunciation dictionaries of organizations. */
export const pronunciationDicts = pgTable(
  'pronunciation_dicts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    /** The language of the texts to which it applies. Null: all of them. */
    language: text('language'),
    items: jsonb('items').notNull(),
    /** How many items it has. They take long to read. */
    itemCount: integer('item_count').notNull(),
    /** Another one after each change. */
    version: uuid('version').notNull().defaultRandom(),
    createdAt: createdAt(),
  },
  (table) => [index('pronunciation_dicts_organization').on(table.organizationId)],
)

/** Credits bought or granted. A provider's reference counts once, however often it is reported. */
export const purchases = pgTable(
  'purchases',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null: the organization was deleted, and its purchase is kept for the books. */
    organizationId: uuid('organization_id').references(() => organizations.id),
    credits: bigint('credits', { mode: 'number' }).notNull(),
    /** US cents paid for it; 0 for a grant. */
    cents: bigint('cents', { mode: 'number' }).notNull().default(0),
    provider: text('provider').notNull(),
    reference: text('reference').notNull(),
    /** The provider's reference for the payment, by which it reports refunds. Null: not known. */
    payment: text('payment'),
    /** Why the operator granted it. Null: nothing was said. */
    reason: text('reason'),
    createdAt: createdAt(),
  },
  (table) => [
    index('purchases_organization').on(table.organizationId, table.createdAt),
    index('purchases_payment').on(table.provider, table.payment),
    unique('purchase_reference').on(table.provider, table.reference),
    check('purchase_positive', sql`${table.credits} > 0`),
  ],
)

/**
 * Credits of a purchase that were taken back because its payment was, by a refund or a dispute. A provider's reference
 * counts once, however often it is reported.
 */
export const reversals = pgTable(
  'reversals',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => purchases.id),
    /** What was taken. Negative: what was given back, because the refund failed or the dispute was won. */
    credits: bigint('credits', { mode: 'number' }).notNull(),
    /** The US cents that went with them. */
    cents: bigint('cents', { mode: 'number' }).notNull(),
    provider: text('provider').notNull(),
    reference: text('reference').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('reversal_reference').on(table.provider, table.reference),
    index('reversals_purchase').on(table.purchaseId),
  ],
)

/**
 * Credits taken before text is spoken. A charge is never changed: its settlement says how it ended. A charge
 * of no credits reserves the id of one that must no longer be taken. Old ones are folded into daily charges.
 */
export const charges = pgTable(
  'charges',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    keyId: keyId(),
    credits: bigint('credits', { mode: 'number' }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('charges_organization').on(table.organizationId, table.createdAt),
    index('charges_key').on(table.keyId),
    check('charge_not_negative', sql`${table.credits} >= 0`),
  ],
)

/** Charges that are not settled yet, with the process that will settle them. */
export const openCharges = pgTable(
  'open_charges',
  {
    chargeId: uuid('charge_id')
      .primaryKey()
      .references(() => charges.id),
    processId: uuid('process_id').notNull(),
  },
  (table) => [index('open_charges_process').on(table.processId)],
)

/** How a charge ended. The primary key makes a second settlement impossible. */
export const settlements = pgTable(
  'settlements',
  {
    chargeId: uuid('charge_id')
      .primaryKey()
      .references(() => charges.id),
    outcome: text('outcome').$type<'confirmed' | 'refunded'>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [check('outcome_known', sql`${table.outcome} in ('confirmed', 'refunded')`)],
)

/** What a key was charged on a day: the sum of its confirmed charges that were folded. Refunded ones leave nothing. */
export const dailyCharges = pgTable(
  'daily_charges',
  {
    organizationId: organizationId(),
    keyId: keyId(),
    /** In UTC. */
    day: date('day').notNull(),
    /** How many charges: of one transcript each, or of several that were spoken together. */
    transcripts: bigint('transcripts', { mode: 'number' }).notNull(),
    credits: bigint('credits', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.keyId, table.day] }),
    index('daily_charges_organization').on(table.organizationId, table.day),
  ],
)

/** People who use the dashboard. The library of the sign-in reads and writes this table and the next three. */
export const people = pgTable('people', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  /** In lower case. */
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** Whether they see all organizations, and set their tiers, limits and credits. */
  isOperator: boolean('is_operator').notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** Browsers that are signed in. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    token: text('token').notNull().unique(),
    userId: userId(),
    expiresAt: moment('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** How people prove who they are: by a password, stored only as its hash. */
export const credentials = pgTable(
  'credentials',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: userId(),
    password: text('password'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('credentials_user').on(table.userId)],
)

/** One-time proofs, such as those that let someone choose a new password. */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
)

/** How often somebody has tried to sign in, so that nobody can guess a password. A row of the past means nothing. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** SHA-256 of what is bounded: a network, or a network and an e-mail address. */
    id: bytes('id').primaryKey(),
    /** The time from which on all attempts are allowed again. */
    fullAt: moment('full_at').notNull(),
  },
  (table) => [index('sign_in_attempts_age').on(table.fullAt)],
)

/** Who belongs to an organization, and what they may do there. */
export const members = pgTable(
  'members',
  {
    organizationId: organizationId(),
    userId: userId(),
    role: text('role').$type<'owner' | 'member'>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index('members_user').on(table.userId),
    check('role_known', sql`${table.role} in ('owner', 'member')`),
  ],
)

/** Invitations to an organization. The link has a code, stored only as its hash. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    email: text('email').notNull(),
    role: text('role').$type<'owner' | 'member'>().notNull(),
    hash: bytes('hash').notNull().unique(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('invitations_organization').on(table.organizationId),
    check('invited_role_known', sql`${table.role} in ('owner', 'member')`),
  ],
)

/** Keys of the management API, for programs. They do not speak. The prefix finds the row, and the SHA-256 proves the key. */
export const managementKeys = pgTable(
  'management_keys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null: the operator's, which manages all organizations. */
    organizationId: uuid('organization_id').references(() => organizations.id),
    name: text('name').notNull(),
    prefix: text('prefix').notNull().unique(),
    hash: bytes('hash').notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [index('management_keys_organization').on(table.organizationId)],
)

/** What is counted of turns. */
function counts() {
  return {
    /** Turns that ended, however they ended. */
    turns: integer('turns').notNull(),
    /** Characters charged. */
    characters: bigint('characters', { mode: 'number' }).notNull(),
    /** Seconds of speech. */
    audioSeconds: doublePrecision('audio_seconds').notNull(),
    /** Seconds for which turns were being spoken, added up. Divided by the period's length: the mean of concurrent turns. */
    turnSeconds: doublePrecision('turn_seconds').notNull(),
    /** Turns by their time to first audio, in the buckets of a histogram. The empty ones at its end are left out. */
    firstAudio: integer('first_audio').array().notNull(),
    /** Turns that failed, and requests that were refused, by error code. */
    errors: jsonb('errors').$type<Readonly<Record<string, number>>>().notNull(),
  }
}

/**
 * What was spoken with a key, a voice and a model in a minute, an hour or a day. It is counted in memory and added every few
 * seconds, so the last ones before a crash are missing. Money is never read from here.
 */
export const usage = pgTable(
  'usage',
  {
    organizationId: organizationId(),
    period: text('period').$type<'minute' | 'hour' | 'day'>().notNull(),
    /** When the period begins. */
    start: moment('start').notNull(),
    keyId: keyId(),
    /** Empty if no voice was found, or none was looked for. */
    voiceId: text('voice_id').notNull(),
    /** Empty if the request was refused before its model was known. */
    modelId: text('model_id').notNull(),
    ...counts(),
  },
  (table) => [
    primaryKey({
      columns: [table.organizationId, table.period, table.start, table.keyId, table.voiceId, table.modelId],
    }),
    index('usage_key').on(table.keyId, table.period, table.start, table.voiceId, table.modelId),
    index('usage_age').on(table.period, table.start),
    check('period_known', sql`${table.period} in ('minute', 'hour', 'day')`),
  ],
)

/** The sums of an organization's usage, the most turns that it had at once, and what its limits have refused. */
export const usageTotals = pgTable(
  'usage_totals',
  {
    organizationId: organizationId(),
    period: text('period').$type<'minute' | 'hour' | 'day'>().notNull(),
    start: moment('start').notNull(),
    ...counts(),
    /** The most turns that were being spoken at once on one server. */
    concurrent: integer('concurrent').notNull(),
    /** How often each limit has refused something. */
    refusals: jsonb('refusals').$type<Readonly<Record<string, number>>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.period, table.start] }),
    index('usage_totals_age').on(table.period, table.start),
  ],
)
