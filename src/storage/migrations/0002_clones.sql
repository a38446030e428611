ALTER TABLE "organizations" ADD COLUMN "voices" integer;--> statement-breakpoint
ALTER TABLE "voices" ADD COLUMN "profile" jsonb;