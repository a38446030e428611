import type { Member, Service } from './service.ts'

/** The voices that an organization has cloned, as the database has them. */
export function ownVoices({ storage }: Pick<Service, 'storage'>, { organizationId }: Member) {
  return storage.db.query.voices.findMany({ where: (row, { eq }) => eq(row.organizationId, organizationId) })
}
