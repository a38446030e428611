import { Type } from '@sinclair/typebox'
import { ServiceError } from '../../http/errors.ts'
import { checkedBy, checker, oneOf, REFUSAL } from '../../http/schema.ts'
import { isUuid } from '../../storage/uuid.ts'
import { PERIODS, type Period, startOf } from '../../usage/periods.ts'
import type { UsageQuery } from '../../usage/slices.ts'

/** Most periods of a response: a day of minutes, two months of hours, four years of days. */
export const MAX_POINTS = 1500
/** Periods of a response if the request does not say from when. */
const USUAL: Readonly<Record<Period, number>> = { minute: 60, hour: 24, day: 30 }
/** The years in which usage can be. Dates beyond them are no dates to a database. */
const YEARS = { from: Date.UTC(2000, 0), to: Date.UTC(2200, 0) }

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

function time(name: string, description: string) {
  return Type.Optional(
    checkedBy<string>((value) => value === '' || isTime(value), {
      type: 'string',
      description: `${description} An ISO 8601 date, or date and time with its zone.`,
      examples: ['2026-11-22T18:00:00Z'],
      [REFUSAL]: () =>
        new ServiceError(
          'invalid_value',
          `${name} is not a date, or date and time, of ISO 8601 from 2000 to 2200.`,
          {
            detail: 'Send one such as 2026-11-22 or 2026-11-22T18:00:00Z.',
          },
        ),
    }),
  )
}

function isTime(value: unknown): boolean {
  if (typeof value !== 'string' || !TIME.test(value)) return false
  const at = Date.parse(value)
  return at >= YEARS.from && at <= YEARS.to && isDay(value.slice(0, 10))
}

/** Whether a month has the day: February 30th is read as March 2nd. */
function isDay(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
}

function id(name: string, description: string) {
  return Type.Optional(
    checkedBy<string>((value) => value === '' || (typeof value === 'string' && isUuid(value)), {
      type: 'string',
      format: 'uuid',
      description,
      [REFUSAL]: () =>
        new ServiceError('invalid_value', `${name} is not an id.`, {
          detail: `Send the id of a ${name}, or leave it out for all of them.`,
        }),
    }),
  )
}

/** What usage is asked for by. An empty parameter counts as none. */
export const USAGE_QUERY = Type.Object({
  period: Type.Optional(
    oneOf<Period | ''>(['', ...(Object.keys(PERIODS) as Period[])], {
      description: 'What is added up. The default is hour. Days are those of UTC.',
      [REFUSAL]: () =>
        new ServiceError('invalid_value', 'period is not minute, hour or day.', {
          detail: 'Send one of them, or leave it out for hour.',
        }),
    }),
  ),
  from: time('from', 'The first moment. By default 60 minutes, 24 hours or 30 days before the end.'),
  to: time('to', 'The end. By default now, with the period that runs.'),
  project: id('project', 'Only what was spoken with keys of this project.'),
  key: id('key', 'Only what was spoken with this key.'),
  voice: id('voice', 'Only what was spoken with this voice.'),
  model: Type.Optional(
    Type.String({ description: 'Only what was spoken with this model.', examples: ['gepard-1.0'] }),
  ),
})
const check = checker(USAGE_QUERY)

/**
 * The usage that a query asks for.
 *
 * @param now milliseconds since 1970
 * @throws ServiceError invalid_value
 */
export function usageQuery(organizationId: string, query: unknown, now: number): UsageQuery {
  const { period: asked, from, to, project, key, voice, model } = check(query)
  const period = asked || 'hour'
  const length = PERIODS[period]
  const end = startOf(period, (to ? Date.parse(to) : now + 1) - 1) + length
  const start = from ? startOf(period, Date.parse(from)) : end - USUAL[period] * length
  if (start >= end) throw wrongOrder()
  if ((end - start) / length > MAX_POINTS) throw tooLong(period)
  const filters = {
    projectId: project || undefined,
    keyId: key || undefined,
    voiceId: voice?.toLowerCase() || undefined,
    modelId: model || undefined,
  }
  return { organizationId, period, from: new Date(start), to: new Date(end), filters }
}

function wrongOrder(): ServiceError {
  return new ServiceError('invalid_value', 'from is not before to.', {
    detail: 'Send an earlier from, or leave it out.',
  })
}

function tooLong(period: Period): ServiceError {
  return new ServiceError('invalid_value', `from and to are more than ${MAX_POINTS} ${period}s apart.`, {
    detail: `Send a shorter time${period === 'day' ? '' : ', or a longer period'}.`,
  })
}
