import { createRefund } from "./charges.ts";
import { answerChallenge, confirmIntent } from "./confirm.ts";
import type { Call, Desk } from "./desk.ts";
import { answerDispute, closeDispute, findDispute } from "./disputes.ts";
import { type Form, textOf } from "./form.ts";
import { cancelIntent, createIntent, findIntent, updateIntent } from "./intents.ts";
import { eventTypes, listPage, type Page } from "./lists.ts";
import { createMethod, findMethod } from "./methods.ts";
import type { PaymentIntent, StripeObject } from "./objects.ts";
import { noSuch, wrongParameter } from "./refusals.ts";

/** One of Stripe's endpoints. `browsers` says whether the publishable key may call it. */
export interface Route {
	browsers?: boolean;
	run(desk: Desk, call: Call, id: string): StripeObject | Page;
}

/** Method and path; `:id` stands for one segment. Stripe API: the pages of the same names. */
const ROUTES: Record<string, Route> = {
	"POST /v1/payment_intents": { run: createMaybeConfirmed },
	"GET /v1/payment_intents": {
		run: (desk, { form }) => listPage(desk, form, "payment_intent", "/v1/payment_intents"),
	},
	"GET /v1/payment_intents/:id": { browsers: true, run: findIntent },
	"POST /v1/payment_intents/:id": { run: updateIntent },
	"POST /v1/payment_intents/:id/confirm": { browsers: true, run: confirmIntent },
	"POST /v1/payment_intents/:id/cancel": { run: cancelIntent },
	"POST /v1/3ds2/authenticate": { browsers: true, run: answerChallenge },
	"POST /v1/payment_methods": { browsers: true, run: createMethod },
	"GET /v1/payment_methods/:id": { run: (desk, _call, id) => findMethod(desk, id) },
	"GET /v1/charges": {
		run: (desk, { form }) => listPage(desk, form, "charge", "/v1/charges", ofIntent(form)),
	},
	"GET /v1/charges/:id": {
		run: (desk, _call, id) => desk.store.find("charge", id) ?? unknown("charge", id),
	},
	"POST /v1/refunds": { run: createRefund },
	"GET /v1/refunds": {
		run: (desk, { form }) => listPage(desk, form, "refund", "/v1/refunds", ofIntent(form)),
	},
	"GET /v1/refunds/:id": {
		run: (desk, _call, id) => desk.store.find("refund", id) ?? unknown("refund", id),
	},
	"GET /v1/disputes": {
		run: (desk, { form }) => listPage(desk, form, "dispute", "/v1/disputes", ofIntent(form)),
	},
	"GET /v1/disputes/:id": { run: (desk, _call, id) => findDispute(desk, id) },
	"POST /v1/disputes/:id": { run: answerDispute },
	"POST /v1/disputes/:id/close": { run: closeDispute },
	"GET /v1/events": {
		run: (desk, { form }) => listPage(desk, form, "event", "/v1/events", eventTypes(form)),
	},
	"GET /v1/events/:id": {
		run: (desk, _call, id) => desk.store.find("event", id) ?? unknown("event", id),
	},
};

/** The endpoint of a method and a path with the id in it, or undefined. */
export function routeFor(method: string, path: string): { route: Route; id: string } | undefined {
	const plain = ROUTES[`${method} ${path}`];
	if (plain) return { route: plain, id: "" };
	const [, v1, kind, id = "", ...rest] = path.split("/");
	const route = ROUTES[`${method} /${[v1, kind, ":id", ...rest].join("/")}`];
	return route && { route, id };
}

/** Creating with `confirm=true` confirms in the same breath. */
export function createMaybeConfirmed(desk: Desk, call: Call): PaymentIntent {
	const intent = createIntent(desk, call);
	return textOf(call.form, "confirm") === "true" ? confirmIntent(desk, call, intent.id) : intent;
}

function ofIntent(form: Form): string[] {
	const id = textOf(form, "payment_intent");
	if (form.charge !== undefined) {
		throw wrongParameter("charge", "The local stand-in lists by payment_intent.");
	}
	return id === undefined ? [] : [id];
}

function unknown(kind: string, id: string): never {
	throw noSuch(kind, id);
}
