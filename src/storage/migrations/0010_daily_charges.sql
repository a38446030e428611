CREATE TABLE "daily_charges" (
	"organization_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"day" date NOT NULL,
	"transcripts" bigint NOT NULL,
	"credits" bigint NOT NULL,
	CONSTRAINT "daily_charges_key_id_day_pk" PRIMARY KEY("key_id","day")
);
--> statement-breakpoint
DROP INDEX "charges_organization";--> statement-breakpoint
ALTER TABLE "purchases" ALTER COLUMN "organization_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_charges" ADD CONSTRAINT "daily_charges_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_charges" ADD CONSTRAINT "daily_charges_key_id_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "daily_charges_organization" ON "daily_charges" USING btree ("organization_id","day");--> statement-breakpoint
CREATE INDEX "charges_key" ON "charges" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "charges_organization" ON "charges" USING btree ("organization_id","created_at");