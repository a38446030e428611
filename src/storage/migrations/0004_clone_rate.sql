ALTER TABLE "organizations" ADD COLUMN "clones_per_hour" integer;--> statement-breakpoint
ALTER TABLE "request_windows" ADD COLUMN "clones" double precision[] DEFAULT '{}' NOT NULL;