import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ServiceError } from '../http/errors.ts'

/** The largest amount that Stripe takes. */
const MAX_CENTS = 999_999_999_999

const CENTS = Type.Integer({ minimum: 0, maximum: MAX_CENTS })

function orNothing<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Type.Union([schema, Type.Null()]))
}

/** A payment, by its id or as a whole. */
const PAYMENT = orNothing(Type.Union([Type.String(), Type.Object({ id: Type.String() })]))

/** An event of Stripe, as far as all have the same. */
export const EVENT = Type.Object({
  type: Type.String(),
  data: Type.Object({ object: Type.Object({}) }),
})

/** What events are about, as far as it is used here. */
export const SESSION = Type.Object({
  id: Type.String(),
  metadata: orNothing(Type.Record(Type.String(), Type.String())),
  amount_total: orNothing(CENTS),
  currency: orNothing(Type.String()),
  payment_status: Type.String(),
  payment_intent: PAYMENT,
})
export const CHARGE = Type.Object({ id: Type.String() })
const REVERSED = { id: Type.String(), amount: CENTS, currency: Type.String(), payment_intent: PAYMENT }
export const REFUND = Type.Object({ ...REVERSED, status: orNothing(Type.String()) })
export const DISPUTE = Type.Object({ ...REVERSED, status: Type.String() })

export type Session = Static<typeof SESSION>
export type Charge = Static<typeof CHARGE>
export type Refund = Static<typeof REFUND>
export type Dispute = Static<typeof DISPUTE>

/**
 * An event, or what it is about, as the schema says.
 *
 * @throws ServiceError invalid_value, which is logged, and quotes no value
 */
export function checked<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (Value.Check(schema, value)) return value
  const { path, message } = Value.Errors(schema, value).First()!
  throw malformed(`${path.slice(1).replaceAll('/', '.') || 'the event'}: ${message}`)
}

/**
 * The JSON of a signed body.
 *
 * @throws ServiceError invalid_value
 */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch {
    throw malformed('the event: Expected JSON')
  }
}

function malformed(problem: string): ServiceError {
  const message = 'The event is signed, but it is not as the payment provider sends it.'
  return new ServiceError('invalid_value', message, {
    detail: `Nothing was booked. This is wrong of what was sent: ${problem}.`,
    cause: new Error(problem),
  })
}
