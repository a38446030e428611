import { type Static, Type } from '@sinclair/typebox'

/** What somebody may do in an organization. */
export const ROLE = Type.Union([Type.Literal('member'), Type.Literal('owner'), Type.Literal('operator')])

/** A link for somebody, which can be seen only now. */
export const LINK = Type.Object(
  {
    link: Type.String({
      description: 'The link, below the URL of Purr. It is shown only now.',
      examples: ['/dashboard/reset#3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    }),
    expires_at: Type.String({ format: 'date-time', examples: ['2026-11-23T18:00:00.000Z'] }),
  },
  { additionalProperties: false },
)

/** The response of routes that have nothing to report. */
export const DONE = Type.Object({ done: Type.Literal(true) }, { additionalProperties: false })

export type Done = Static<typeof DONE>
