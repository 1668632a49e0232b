import { handle } from "@astrojs/cloudflare/handler";
import { job, serve } from "./http/serve.ts";
import { purgeOwed } from "./platform/cache.ts";
import { sweepIdentity } from "./platform/identity-sweep.ts";
import { sweepImages } from "./shop/images/images.server.ts";
import { reconcile } from "./shop/payments/reconcile.server.ts";

export default {
	fetch: (request, env, context) => serve(request, (asked) => handle(asked, env, context)),
	/** Every five minutes: ends holds, finds lost payments, pays owed refunds, sweeps unused pictures and what sign-ins left, purges what is owed. */
	scheduled: (_controller, _env, context) => {
		context.waitUntil(job("reconcile", reconcile));
		context.waitUntil(job("sweepImages", sweepImages));
		context.waitUntil(job("sweepIdentity", () => sweepIdentity()));
		context.waitUntil(job("purgeOwed", () => purgeOwed()));
	},
} satisfies ExportedHandler<Env>;
