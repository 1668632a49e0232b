/** The endpoints of Stripe's API that the stand-in has. */
import { answerChallenge, confirmIntent } from "./confirm.ts";
import type { Call, Context } from "./context.ts";
import { findDispute } from "./disputes.ts";
import { notFound } from "./errors.ts";
import { textOf, textsOf } from "./form-encoding.ts";
import { cancelIntent, createIntent, findIntent, updateIntent } from "./intents.ts";
import { eventTypes, listPage, membersPage } from "./lists.ts";
import type { PaymentIntent } from "./objects.ts";
import { createMethod, findMethod } from "./payment-methods.ts";
import { findPayout, listTransactions } from "./payouts.ts";
import { createRefund, findRefund, intentFilter, updateRefund } from "./refunds.ts";
import type { Result } from "./serialize.ts";
import { createCalculation, findCalculation } from "./tax-calculations.ts";
import { createReversal } from "./tax-reversals.ts";
import { createTransaction, findTransaction } from "./tax-transactions.ts";
import {
	createEndpoint,
	deleteEndpoint,
	findEndpoint,
	listEndpoints,
	updateEndpoint,
} from "./webhook-endpoints.ts";

/** An endpoint of Stripe's API. `allowPublishable` allows calls with the publishable key. */
export interface Route {
	allowPublishable?: boolean;
	run(context: Context, call: Call, id: string): Result;
}

/** Endpoints by method and path; `:id` is one segment. Stripe API: the pages of the same names. */
const ROUTES: Record<string, Route> = {
	"POST /v1/payment_intents": { run: createIntentAndConfirm },
	"GET /v1/payment_intents": {
		run: (context, { form }) => listPage(context, form, "payment_intent", "/v1/payment_intents"),
	},
	"GET /v1/payment_intents/:id": { allowPublishable: true, run: findIntent },
	"POST /v1/payment_intents/:id": { run: updateIntent },
	"POST /v1/payment_intents/:id/confirm": { allowPublishable: true, run: confirmIntent },
	"POST /v1/payment_intents/:id/cancel": { run: cancelIntent },
	"POST /v1/3ds2/authenticate": { allowPublishable: true, run: answerChallenge },
	"POST /v1/payment_methods": { allowPublishable: true, run: createMethod },
	"GET /v1/payment_methods/:id": { run: (context, _call, id) => findMethod(context, id) },
	"GET /v1/charges": {
		run: (context, { form }) =>
			listPage(context, form, "charge", "/v1/charges", textsOf(form, "payment_intent")),
	},
	"GET /v1/charges/:id": {
		run: (context, _call, id) => context.store.find("charge", id) ?? throwNotFound("charge", id),
	},
	"POST /v1/refunds": { run: (context, call) => createRefund(context, call) },
	"GET /v1/refunds": {
		run: (context, { form }) =>
			listPage(context, form, "refund", "/v1/refunds", intentFilter(context, form)),
	},
	"GET /v1/refunds/:id": { run: (context, _call, id) => findRefund(context, id) },
	"POST /v1/refunds/:id": { run: updateRefund },
	"GET /v1/disputes": {
		run: (context, { form }) =>
			listPage(context, form, "dispute", "/v1/disputes", intentFilter(context, form)),
	},
	"GET /v1/disputes/:id": { run: (context, _call, id) => findDispute(context, id) },
	"GET /v1/balance_transactions": {
		run: (context, { form }) => listTransactions(context, form),
	},
	"GET /v1/balance_transactions/:id": {
		run: (context, _call, id) =>
			context.store.find("balance_transaction", id) ?? throwNotFound("balance_transaction", id),
	},
	"GET /v1/payouts": {
		run: (context, { form }) => listPage(context, form, "payout", "/v1/payouts"),
	},
	"GET /v1/payouts/:id": { run: (context, _call, id) => findPayout(context, id) },
	"GET /v1/events": {
		run: (context, { form }) => listPage(context, form, "event", "/v1/events", eventTypes(form)),
	},
	"GET /v1/events/:id": {
		run: (context, _call, id) => context.store.find("event", id) ?? throwNotFound("event", id),
	},
	"POST /v1/webhook_endpoints": { run: createEndpoint },
	"GET /v1/webhook_endpoints": { run: listEndpoints },
	"GET /v1/webhook_endpoints/:id": { run: (context, _call, id) => findEndpoint(context, id) },
	"POST /v1/webhook_endpoints/:id": { run: updateEndpoint },
	"DELETE /v1/webhook_endpoints/:id": { run: (context, _call, id) => deleteEndpoint(context, id) },
	"POST /v1/tax/calculations": { run: createCalculation },
	"GET /v1/tax/calculations/:id": { run: (context, _call, id) => findCalculation(context, id) },
	"GET /v1/tax/calculations/:id/line_items": {
		run: (context, { form }, id) => membersPage(form, findCalculation(context, id).line_items),
	},
	"POST /v1/tax/transactions/create_from_calculation": { run: createTransaction },
	"POST /v1/tax/transactions/create_reversal": { run: createReversal },
	"GET /v1/tax/transactions/:id": { run: (context, _call, id) => findTransaction(context, id) },
	"GET /v1/tax/transactions/:id/line_items": {
		run: (context, { form }, id) => membersPage(form, findTransaction(context, id).line_items),
	},
};

/** The endpoints' names, for example `POST /v1/payment_intents/:id/cancel`. */
export const ENDPOINTS: readonly string[] = Object.keys(ROUTES);

/** The endpoints of Stripe Tax. */
export const TAX_ENDPOINTS: readonly string[] = ENDPOINTS.filter((name) =>
	name.includes(" /v1/tax/"),
);

/** An endpoint with its name, and the id in a path. */
interface RouteMatch {
	name: string;
	route: Route;
	id: string;
}

/** The endpoint for a method and a path; undefined if there is none. */
export function routeFor(method: string, path: string): RouteMatch | undefined {
	const exact = matchRoute(`${method} ${path}`, "");
	if (exact) return exact;
	const segments = path.split("/");
	// The id comes after a kind such as `refunds`, or `tax/transactions`.
	for (const index of [3, 4]) {
		const withId = segments.with(Math.min(index, segments.length - 1), ":id").join("/");
		const match = matchRoute(`${method} ${withId}`, segments[index] ?? "");
		if (match) return match;
	}
	return undefined;
}

function matchRoute(name: string, id: string): RouteMatch | undefined {
	const route = Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
	return route && { name, route, id };
}

/** Creates an intent, and confirms it too with `confirm=true`. */
export function createIntentAndConfirm(context: Context, call: Call): PaymentIntent {
	const intent = createIntent(context, call);
	return textOf(call.form, "confirm") === "true" ? confirmIntent(context, call, intent.id) : intent;
}

function throwNotFound(kind: string, id: string): never {
	throw notFound(kind, id);
}
