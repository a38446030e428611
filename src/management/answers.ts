import { Type } from '@sinclair/typebox'

/** What somebody may do in an organization. */
export const ROLE = Type.Union([Type.Literal('member'), Type.Literal('owner'), Type.Literal('operator')])
