/** The Worker's entry: requests, the scheduled jobs, and the consumers of its queues. */
import { handle } from "@astrojs/cloudflare/handler";
import { consume } from "./http/queue-consumers.ts";
import { runLoggedJob, serve } from "./http/serve.ts";
import { sweepAuth } from "./platform/auth-sweep.ts";
import { sweepDeadLetters } from "./shop/health/dead-letters.server.ts";
import { checkRows } from "./shop/health/row-checks.server.ts";
import { checkService } from "./shop/health/service-checks.server.ts";
import { sweepImages } from "./shop/images/sweep.server.ts";
import { sweepImports } from "./shop/imports/imports.server.ts";
import { dispatchOutbox, sweepOutbox } from "./shop/outbox/outbox.server.ts";
import { readBalance } from "./shop/payments/balance.server.ts";
import { sweepEvents } from "./shop/payments/events.server.ts";
import { reconcile } from "./shop/payments/reconcile.server.ts";
import { sweepToolSales } from "./shop/sales/overview.server.ts";
import { publishDrafts } from "./shop/tools/drafts.server.ts";
import { syncLowStock } from "./shop/tools/low-stock.server.ts";

export default {
	fetch: (request, env, context) => serve(request, (forwarded) => handle(forwarded, env, context)),
	/**
	 * Runs every five minutes: enqueues due payments and outbox rows; reads Stripe's fees and payouts; publishes drafts; continues imports that
	 * have stopped; deletes unused images, expired auth data, old events, old outbox rows and old imports; looks
	 * for rows that break a rule; compares payments at Stripe and images in the bucket with the database.
	 */
	scheduled: (_controller, _env, context) => {
		context.waitUntil(runLoggedJob("reconcile", () => reconcile()));
		context.waitUntil(runLoggedJob("readBalance", () => readBalance()));
		context.waitUntil(runLoggedJob("dispatchOutbox", () => dispatchOutbox()));
		context.waitUntil(runLoggedJob("publishDrafts", () => publishDrafts()));
		context.waitUntil(runLoggedJob("syncLowStock", syncLowStock));
		context.waitUntil(runLoggedJob("checkRows", () => checkRows()));
		context.waitUntil(runLoggedJob("comparePayments", () => checkService("payments")));
		context.waitUntil(runLoggedJob("compareImages", () => checkService("images")));
		context.waitUntil(runLoggedJob("sweepDeadLetters", () => sweepDeadLetters()));
		context.waitUntil(runLoggedJob("sweepImages", sweepImages));
		context.waitUntil(runLoggedJob("sweepAuth", () => sweepAuth()));
		context.waitUntil(runLoggedJob("sweepEvents", () => sweepEvents()));
		context.waitUntil(runLoggedJob("sweepOutbox", () => sweepOutbox()));
		context.waitUntil(runLoggedJob("sweepToolSales", () => sweepToolSales()));
		context.waitUntil(runLoggedJob("sweepImports", () => sweepImports()));
	},
	queue: (batch) => consume(batch),
} satisfies ExportedHandler<Env>;
