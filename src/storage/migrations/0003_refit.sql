ALTER TABLE "voices" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "voices" ADD COLUMN "refitter" uuid;