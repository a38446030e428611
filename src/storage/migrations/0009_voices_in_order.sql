DROP INDEX "voices_organization";--> statement-breakpoint
CREATE INDEX "voices_organization" ON "voices" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id");