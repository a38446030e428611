CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_hash_unique" UNIQUE("hash"),
	CONSTRAINT "invited_role_known" CHECK ("invitations"."role" in ('owner', 'member'))
);
--> statement-breakpoint
CREATE TABLE "management_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "management_keys_prefix_unique" UNIQUE("prefix")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id"),
	CONSTRAINT "role_known" CHECK ("members"."role" in ('owner', 'member'))
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"is_operator" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"id" "bytea" PRIMARY KEY NOT NULL,
	"full_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage" (
	"organization_id" uuid NOT NULL,
	"period" text NOT NULL,
	"start" timestamp with time zone NOT NULL,
	"key_id" uuid NOT NULL,
	"voice_id" text NOT NULL,
	"model_id" text NOT NULL,
	"turns" integer NOT NULL,
	"characters" bigint NOT NULL,
	"audio_seconds" double precision NOT NULL,
	"turn_seconds" double precision NOT NULL,
	"first_audio" integer[] NOT NULL,
	"errors" jsonb NOT NULL,
	CONSTRAINT "usage_organization_id_period_start_key_id_voice_id_model_id_pk" PRIMARY KEY("organization_id","period","start","key_id","voice_id","model_id"),
	CONSTRAINT "period_known" CHECK ("usage"."period" in ('minute', 'hour', 'day'))
);
--> statement-breakpoint
CREATE TABLE "usage_totals" (
	"organization_id" uuid NOT NULL,
	"period" text NOT NULL,
	"start" timestamp with time zone NOT NULL,
	"turns" integer NOT NULL,
	"characters" bigint NOT NULL,
	"audio_seconds" double precision NOT NULL,
	"turn_seconds" double precision NOT NULL,
	"first_audio" integer[] NOT NULL,
	"errors" jsonb NOT NULL,
	"concurrent" integer NOT NULL,
	"refusals" jsonb NOT NULL,
	CONSTRAINT "usage_totals_organization_id_period_start_pk" PRIMARY KEY("organization_id","period","start")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "is_dashboard" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "usage_batch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "voices" ADD COLUMN "consent" jsonb;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "management_keys" ADD CONSTRAINT "management_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage" ADD CONSTRAINT "usage_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage" ADD CONSTRAINT "usage_key_id_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_totals" ADD CONSTRAINT "usage_totals_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credentials_user" ON "credentials" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invitations_organization" ON "invitations" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "management_keys_organization" ON "management_keys" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "members_user" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_age" ON "sign_in_attempts" USING btree ("full_at");--> statement-breakpoint
CREATE INDEX "usage_key" ON "usage" USING btree ("key_id","period","start","voice_id","model_id");--> statement-breakpoint
CREATE INDEX "usage_age" ON "usage" USING btree ("period","start");--> statement-breakpoint
CREATE INDEX "usage_totals_age" ON "usage_totals" USING btree ("period","start");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_created_by_people_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "keys_project" ON "keys" USING btree ("project_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "keys_created_by" ON "keys" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "keys_revoked" ON "keys" USING btree ("revoked_at") WHERE "keys"."revoked_at" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "keys_dashboard" ON "keys" USING btree ("project_id") WHERE "keys"."is_dashboard" AND "keys"."revoked_at" IS NULL;--> statement-breakpoint
CREATE INDEX "purchases_organization" ON "purchases" USING btree ("organization_id","created_at");