/** Objects and errors as response bodies: with expanded fields, and for browsers with fewer. */
import type { Call, Context } from "./context.ts";
import type { ErrorBody } from "./errors.ts";
import { textsOf } from "./form-encoding.ts";
import type { Page } from "./lists.ts";
import type { PaymentIntent, StripeObject, WebhookEndpoint } from "./objects.ts";
import type { DeletedEndpoint } from "./webhook-endpoints.ts";

/** What an endpoint returns. */
export type Result = StripeObject | WebhookEndpoint | DeletedEndpoint | Page;

type JsonObject = Record<string, unknown>;

/** The fields of an intent that Stripe returns to browsers. */
const BROWSER_FIELDS: (keyof PaymentIntent)[] = [
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

/** The response body for a caller, with expanded fields. Stripe API: Expanding. */
export function serialize(context: Context, call: Call, result: Result): JsonObject {
	if (call.publishable) return "client_secret" in result ? browserView(result) : { ...result };
	const body: JsonObject = structuredClone({ ...result });
	const paths = textsOf(call.form, "expand");
	countOpenDeliveries(context, body);
	hideUnexpanded(body, paths);
	for (const path of paths) expand(context, body, path.split("."));
	return body;
}

/** The error body for a caller. */
export function serializeError(call: Call, body: ErrorBody): JsonObject {
	const { payment_intent } = body;
	if (!call.publishable) return { ...body };
	return {
		...body,
		...(payment_intent && { payment_intent: browserView(payment_intent) }),
	};
}

function browserView(intent: PaymentIntent): JsonObject {
	const names: string[] = BROWSER_FIELDS;
	return Object.fromEntries(Object.entries(intent).filter(([name]) => names.includes(name)));
}

/** Removes what objects of Stripe Tax include only if it is expanded. Stripe API: The Tax Calculation object. */
function hideUnexpanded(body: JsonObject, paths: string[]): void {
	if (body.object === "list") {
		if (!paths.includes("data.tax_breakdown")) removeBreakdowns(body.data);
		return;
	}
	if (typeof body.object !== "string" || !body.object.startsWith("tax.")) return;
	if (!paths.includes("shipping_cost.tax_breakdown")) removeBreakdowns([body.shipping_cost]);
	if (!paths.some((path) => path.startsWith("line_items"))) delete body.line_items;
	else if (!paths.includes("line_items.data.tax_breakdown")) {
		removeBreakdowns((body.line_items as JsonObject).data);
	}
}

function removeBreakdowns(items: unknown): void {
	for (const item of Array.isArray(items) ? items : []) {
		if (item && (item.object === undefined || item.object === "tax.calculation_line_item")) {
			delete item.tax_breakdown;
		}
	}
}

function countOpenDeliveries(context: Context, body: JsonObject): void {
	for (const item of itemsOf(body)) {
		if (item.object === "event")
			item.pending_webhooks = context.webhooks.countOpen(String(item.id));
	}
}

function expand(context: Context, body: JsonObject, [segment = "", ...rest]: string[]): void {
	if (segment === "data" && Array.isArray(body.data)) {
		for (const item of itemsOf(body)) expand(context, item, rest);
		return;
	}
	const value = body[segment];
	const found = typeof value === "string" ? context.store.findAny(value) : value;
	if (typeof found !== "object" || found === null) return;
	body[segment] = found;
	if (rest.length > 0) expand(context, found as JsonObject, rest);
}

function itemsOf(body: JsonObject): JsonObject[] {
	return Array.isArray(body.data) ? body.data : [body];
}
