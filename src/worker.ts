import { handle } from "@astrojs/cloudflare/handler";
import { sweepImages } from "./shop/images/images.server.ts";
import { reconcile } from "./shop/payments/payments.server.ts";

export default {
	fetch: (request, env, context) => handle(request, env, context),
	/** Every five minutes: ends holds, finds lost payments, pays owed refunds, sweeps unused pictures. */
	scheduled: (_controller, _env, context) => {
		context.waitUntil(reconcile());
		context.waitUntil(sweepImages());
	},
} satisfies ExportedHandler<Env>;
