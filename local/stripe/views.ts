import type { Call, Desk } from "./desk.ts";
import { textsOf } from "./form.ts";
import type { Page } from "./lists.ts";
import type { PaymentIntent, StripeObject } from "./objects.ts";
import type { ErrorBody } from "./refusals.ts";

type Plain = Record<string, unknown>;

/** What a browser may see of an intent; the rest is the shop's business. */
const SEEN_BY_BROWSERS: (keyof PaymentIntent)[] = [
	"id",
	"object",
	"amount",
	"amount_details",
	"automatic_payment_methods",
	"canceled_at",
	"cancellation_reason",
	"capture_method",
	"client_secret",
	"confirmation_method",
	"created",
	"currency",
	"description",
	"last_payment_error",
	"livemode",
	"next_action",
	"payment_method",
	"payment_method_configuration_details",
	"payment_method_types",
	"processing",
	"receipt_email",
	"setup_future_usage",
	"shipping",
	"source",
	"status",
];

/** An answer as its caller may see it, with what `expand[]` asks for. Stripe API: Expanding. */
export function present(desk: Desk, call: Call, answer: StripeObject | Page): Plain {
	if (call.publishable) return "client_secret" in answer ? limited(answer) : { ...answer };
	const shown: Plain = structuredClone({ ...answer });
	countOpenDeliveries(desk, shown);
	for (const path of textsOf(call.form, "expand")) expand(desk, shown, path.split("."));
	return shown;
}

/** A refusal as its caller may see it. */
export function presentError(call: Call, body: ErrorBody): Plain {
	const intent = body.payment_intent;
	return { ...body, payment_intent: intent && call.publishable ? limited(intent) : intent };
}

function limited(intent: PaymentIntent): Plain {
	return Object.fromEntries(SEEN_BY_BROWSERS.map((name) => [name, intent[name]]));
}

function countOpenDeliveries(desk: Desk, shown: Plain): void {
	for (const item of itemsOf(shown)) {
		if (item.object === "event") item.pending_webhooks = desk.webhooks.open(String(item.id));
	}
}

function expand(desk: Desk, shown: Plain, [step = "", ...rest]: string[]): void {
	if (step === "data" && Array.isArray(shown.data)) {
		for (const item of itemsOf(shown)) expand(desk, item, rest);
		return;
	}
	const value = shown[step];
	const found = typeof value === "string" ? load(desk, value) : value;
	if (typeof found !== "object" || found === null) return;
	shown[step] = found;
	if (rest.length > 0) expand(desk, found as Plain, rest);
}

function load(desk: Desk, id: string): Plain | undefined {
	const row = desk.store.one<{ body: string }>("SELECT body FROM objects WHERE id = ?", id);
	return row && JSON.parse(row.body);
}

function itemsOf(shown: Plain): Plain[] {
	return Array.isArray(shown.data) ? shown.data : [shown];
}
