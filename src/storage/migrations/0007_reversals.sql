CREATE TABLE "reversals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purchase_id" uuid NOT NULL,
	"credits" bigint NOT NULL,
	"cents" bigint NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reversal_reference" UNIQUE("provider","reference")
);
--> statement-breakpoint
ALTER TABLE "organizations" DROP CONSTRAINT "balance_not_negative";--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "payment" text;--> statement-breakpoint
ALTER TABLE "reversals" ADD CONSTRAINT "reversals_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reversals_purchase" ON "reversals" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "purchases_payment" ON "purchases" USING btree ("provider","payment");