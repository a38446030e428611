import { like } from 'drizzle-orm'
import type { Database } from '../storage/database.ts'
import { verifications } from '../storage/schema.ts'

/** Voids the links for new passwords that owners of an organization have made, and its programs. */
export async function voidResetLinks(db: Database, organizationId: string): Promise<void> {
  await db.delete(verifications).where(like(verifications.value, `%${organizationId}`))
}
