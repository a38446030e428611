CREATE TABLE "open_charges" (
	"charge_id" uuid PRIMARY KEY NOT NULL,
	"process_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_windows" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"opened" double precision DEFAULT 0 NOT NULL,
	"ends" double precision[] DEFAULT '{}' NOT NULL,
	"counts" integer[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slots" (
	"organization_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"turn_id" uuid,
	"until" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	CONSTRAINT "slots_organization_id_number_pk" PRIMARY KEY("organization_id","number")
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "paid_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "requests_per_minute" integer;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "concurrency" integer;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "open_charges" ADD CONSTRAINT "open_charges_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_windows" ADD CONSTRAINT "request_windows_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_charges_process" ON "open_charges" USING btree ("process_id");--> statement-breakpoint
INSERT INTO "request_windows" ("organization_id") SELECT "id" FROM "organizations";--> statement-breakpoint
INSERT INTO "slots" ("organization_id", "number") SELECT "id", "number" FROM "organizations", generate_series(1, 100) AS "number";--> statement-breakpoint
INSERT INTO "open_charges" ("charge_id", "process_id") SELECT "id", '00000000-0000-0000-0000-000000000000' FROM "charges" WHERE NOT EXISTS (SELECT FROM "settlements" WHERE "charge_id" = "charges"."id");
--> statement-breakpoint
ALTER TABLE "charges" DROP CONSTRAINT "charge_positive";--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charge_not_negative" CHECK ("charges"."credits" >= 0);
