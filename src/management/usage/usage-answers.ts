import { type Static, Type } from '@sinclair/typebox'
import type { UsageGroup } from '../../usage/groups.ts'
import type { Limits, Refusals } from '../../usage/limits.ts'
import type { Amounts, UsageQuery, UsageSeries } from '../../usage/series.ts'
import { LIMIT_NAMES } from '../organizations/organizations.ts'
import { MOMENT, orNull } from '../shared/shown-fields.ts'

const AMOUNTS = {
  turns: Type.Integer({ description: 'Those that ended, however they did.' }),
  characters: Type.Integer({ description: 'Those that were charged.' }),
  audio_seconds: Type.Number({ description: 'Of speech.' }),
  errors: Type.Record(Type.String(), Type.Integer(), {
    description: 'Turns that failed, and requests that were refused, by error code.',
    examples: [{ rate_limited: 2 }],
  }),
  first_audio_p50: orNull(
    Type.Number({ description: 'Seconds within which half of the turns had their first audio, ± 10 %.' }),
  ),
  first_audio_p95: orNull(Type.Number({ description: 'The same for 95 % of them.' })),
  concurrent_mean: Type.Number({ description: 'Turns that were being spoken at the same time, on average.' }),
  concurrent_peak: orNull(
    Type.Integer({
      description: 'The most of them on one server. null: usage is filtered, and that is not counted.',
    }),
  ),
}

const POINT = Type.Object({ start: MOMENT, ...AMOUNTS }, { additionalProperties: false })

/** Usage over time. */
export const SERIES = Type.Object(
  {
    period: Type.Union([Type.Literal('minute'), Type.Literal('hour'), Type.Literal('day')]),
    from: MOMENT,
    to: MOMENT,
    points: Type.Array(POINT, { description: 'Each period, those without usage too.' }),
    totals: Type.Object(AMOUNTS, { additionalProperties: false }),
  },
  { additionalProperties: false },
)
export type Series = Static<typeof SERIES>

const GROUP = Type.Object(
  {
    project_id: Type.String({ format: 'uuid' }),
    project_name: Type.String({ examples: ['default'] }),
    key_id: Type.String({ format: 'uuid' }),
    key_name: Type.String({ examples: ['phone bridge'] }),
    key_prefix: Type.String({ examples: ['TlagLAXd'] }),
    voice_id: orNull(
      Type.String({ description: 'null: no voice was found, or none was looked for.', format: 'uuid' }),
    ),
    voice_name: orNull(
      Type.String({ description: 'null: there is no such voice any more.', examples: ['Kathleen'] }),
    ),
    model_id: orNull(
      Type.String({
        description: 'null: it was refused before its model was known.',
        examples: ['gepard-1.0'],
      }),
    ),
    turns: AMOUNTS.turns,
    characters: AMOUNTS.characters,
    audio_seconds: AMOUNTS.audio_seconds,
    errors: Type.Integer({ description: 'Turns that failed, and requests that were refused.' }),
  },
  { additionalProperties: false },
)

/** Usage by key, voice and model. */
export const GROUPS = Type.Object({ data: Type.Array(GROUP) }, { additionalProperties: false })
export type Groups = Static<typeof GROUPS>

const REFUSED = {
  refused_last_hour: Type.Integer(),
  refused_last_day: Type.Integer(),
  last_refused_at: orNull(
    Type.String({ format: 'date-time', description: 'The minute. null: not in the last three days.' }),
  ),
}

const LIMIT = Type.Object(
  {
    limit: Type.Union([
      Type.Literal('requests_per_minute'),
      Type.Literal('concurrency'),
      Type.Literal('clones_per_hour'),
      Type.Literal('voices'),
    ]),
    most: Type.Integer({ description: 'What is allowed.' }),
    used: Type.Integer({ description: 'What of it is in use now, over all servers.' }),
    ...REFUSED,
  },
  { additionalProperties: false },
)

/** How near an organization is to its limits. */
export const LIMITS = Type.Object(
  {
    limits: Type.Array(LIMIT),
    balance: Type.Object({ credits: Type.Integer(), ...REFUSED }, { additionalProperties: false }),
  },
  { additionalProperties: false },
)
export type LimitsAnswer = Static<typeof LIMITS>

/** Usage as the API shows it. */
export function shownSeries({ period, from, to }: UsageQuery, { points, totals }: UsageSeries): Series {
  return {
    period,
    from: from.toISOString(),
    to: to.toISOString(),
    points: points.map(({ start, ...amounts }) => ({ start: start.toISOString(), ...shownAmounts(amounts) })),
    totals: shownAmounts(totals),
  }
}

function shownAmounts(amounts: Amounts) {
  const { turns, characters, audioSeconds, errors, firstAudioP50, firstAudioP95 } = amounts
  return {
    turns,
    characters,
    audio_seconds: inThousandths(audioSeconds),
    errors: { ...errors },
    first_audio_p50: firstAudioP50 && inThousandths(firstAudioP50),
    first_audio_p95: firstAudioP95 && inThousandths(firstAudioP95),
    concurrent_mean: Number(amounts.concurrentMean.toPrecision(4)),
    concurrent_peak: amounts.concurrentPeak,
  }
}

/** Groups of usage as the API shows them. */
export function shownGroups(groups: readonly UsageGroup[]): Groups {
  return {
    data: groups.map((group) => ({
      project_id: group.projectId,
      project_name: group.projectName,
      key_id: group.keyId,
      key_name: group.keyName,
      key_prefix: group.keyPrefix,
      voice_id: group.voiceId || null,
      voice_name: group.voiceName,
      model_id: group.modelId || null,
      turns: group.turns,
      characters: group.characters,
      audio_seconds: inThousandths(group.audioSeconds),
      errors: group.errors,
    })),
  }
}

/** Limits as the API shows them. */
export function shownLimits({ limits, balance }: Limits): LimitsAnswer {
  const byName = Object.entries(LIMIT_NAMES) as [keyof typeof LIMIT_NAMES, string][]
  const nameOf = (limit: string) => byName.find(([, each]) => each === limit)![0]
  return {
    limits: limits.map((each) => ({
      limit: nameOf(each.limit),
      most: each.most,
      used: each.used,
      ...shownRefusals(each),
    })),
    balance: { credits: balance.credits, ...shownRefusals(balance) },
  }
}

function shownRefusals({ lastHour, lastDay, lastAt }: Refusals) {
  return {
    refused_last_hour: lastHour,
    refused_last_day: lastDay,
    last_refused_at: lastAt?.toISOString() ?? null,
  }
}

function inThousandths(value: number): number {
  return Math.round(value * 1000) / 1000
}
