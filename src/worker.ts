import { handle } from "@astrojs/cloudflare/handler";
import { consume } from "./http/queues.ts";
import { job, serve } from "./http/serve.ts";
import { sweepIdentity } from "./platform/identity-sweep.ts";
import { sweepImages } from "./shop/images/sweeping.server.ts";
import { sweepEvents } from "./shop/payments/events.server.ts";
import { reconcile } from "./shop/payments/reconcile.server.ts";

export default {
	fetch: (request, env, context) => serve(request, (asked) => handle(asked, env, context)),
	/** Every five minutes: hands over the payments that are due, sweeps unused pictures, what sign-ins left and old events. */
	scheduled: (_controller, _env, context) => {
		context.waitUntil(job("reconcile", () => reconcile()));
		context.waitUntil(job("sweepImages", sweepImages));
		context.waitUntil(job("sweepIdentity", () => sweepIdentity()));
		context.waitUntil(job("sweepEvents", () => sweepEvents()));
	},
	queue: (batch) => consume(batch),
} satisfies ExportedHandler<Env>;
