/** The control API, by which tests and developers switch faults and act as the bank. */
import type { Context } from "./context.ts";
import {
	controlCall,
	disputeByBank,
	expireCalculationBy,
	payOutByBank,
	refundInDashboard,
	settleByBank,
} from "./dashboard.ts";
import { ApiError } from "./errors.ts";
import { changeFaults, currentFault, readFaults } from "./faults.ts";
import { readEnabledTypes, saveEnabledTypes } from "./method-types.ts";
import { EVENT_TYPES } from "./objects.ts";
import { createIntentAndConfirm, ENDPOINTS, TAX_ENDPOINTS } from "./routes.ts";

/** The response of a control request: a status and a JSON body. */
export interface ControlResponse {
	status: number;
	body: object;
}

/**
 * Handles control requests: GET and POST `/_faults`, `/_payment_methods` and `/_webhook`, GET `/_calls`
 * and `/_health`, POST `/_intents`, `/_processing`, `/_refunds`, `/_disputes`, `/_payouts` and `/_calculations`.
 * Returns 400 for invalid input, 403 for a page of another origin, 404 for an unknown path, and
 * undefined for paths that don't start with `/_`.
 */
export function handleControl(
	context: Context,
	{ method, path, crossOrigin }: { method: string; path: string; crossOrigin: boolean },
	body: string,
): ControlResponse | undefined {
	if (!path.startsWith("/_")) return undefined;
	if (crossOrigin) return controlError(403, "Cross-origin requests may not change the switches.");
	switch (`${method} ${path}`) {
		case "GET /_health":
			return { status: 200, body: { ok: true } };
		case "GET /_calls":
			return { status: 200, body: context.peakRate.byEndpoint() };
		case "POST /_intents":
			return createIntents(context, parse(body));
		case "POST /_processing":
			return change(context, () => settleByBank(context, parse(body)));
		case "POST /_refunds":
			return change(context, () => refundInDashboard(context, parse(body)));
		case "POST /_disputes":
			return change(context, () => disputeByBank(context, parse(body)));
		case "POST /_payouts":
			return change(context, () => payOutByBank(context, parse(body)));
		case "POST /_calculations":
			return change(context, () => expireCalculationBy(context, parse(body)));
		case "GET /_faults":
			return { status: 200, body: readFaults(context.store) };
		case "POST /_faults":
			return setFaults(context, parse(body));
		case "GET /_payment_methods":
			return { status: 200, body: { types: readEnabledTypes(context.store) } };
		case "POST /_payment_methods":
			return setPaymentMethods(context, parse(body));
		case "GET /_webhook":
			return { status: 200, body: { url: context.webhooks.url ?? null } };
		case "POST /_webhook":
			return setWebhook(context, parse(body));
		default:
			return controlError(404, `There is nothing at ${method} ${path}.`);
	}
}

function setFaults(context: Context, input: unknown): ControlResponse {
	const faults = changeFaults(context.store, input, {
		api: ENDPOINTS,
		tax: TAX_ENDPOINTS,
		webhooks: EVENT_TYPES,
	});
	if ("error" in faults) return controlError(400, faults.error);
	if (currentFault(context.store, "webhooks") !== "reorder") context.webhooks.releaseHeld();
	context.webhooks.wake();
	return { status: 200, body: faults };
}

/**
 * Creates an intent of `amount` cents for each of `orders`, paid by card or unpaid, in one request: tests
 * and the bench create thousands. Returns their ids.
 */
function createIntents(context: Context, input: unknown): ControlResponse {
	if (!isIntentsInput(input)) {
		return controlError(
			400,
			"Give orders (a list of ids), amount (in cents) and paid (true or false).",
		);
	}
	const { orders, amount, paid } = input;
	const card = paid
		? { confirm: "true", payment_method: "pm_card_visa", return_url: "https://shop.example" }
		: {};
	const ids = context.store.transaction(() =>
		orders.map((order) => {
			const intent = { amount: String(amount), currency: "usd", "metadata[orderId]": order };
			return createIntentAndConfirm(context, controlCall({ ...intent, ...card })).id;
		}),
	);
	context.webhooks.wake();
	return { status: 200, body: { ids } };
}

/** Makes a change and returns the changed object. An ApiError is a 400. */
function change(context: Context, work: () => object): ControlResponse {
	try {
		const body = context.store.transaction(work);
		context.webhooks.wake();
		return { status: 200, body };
	} catch (error) {
		if (error instanceof ApiError) return { status: 400, body: { error: error.body } };
		throw error;
	}
}

function isIntentsInput(
	input: unknown,
): input is { orders: string[]; amount: number; paid: boolean } {
	const { orders, amount, paid } = Object(input) as Record<string, unknown>;
	return (
		Array.isArray(orders) &&
		orders.every((order) => typeof order === "string") &&
		typeof amount === "number" &&
		typeof paid === "boolean"
	);
}

function setPaymentMethods(context: Context, input: unknown): ControlResponse {
	const types = saveEnabledTypes(context.store, input);
	return "error" in types ? controlError(400, types.error) : { status: 200, body: { types } };
}

function setWebhook(context: Context, input: unknown): ControlResponse {
	const url = typeof input === "object" && input !== null && "url" in input ? input.url : "";
	if (url !== null && !(typeof url === "string" && /^https?:/.test(url) && URL.canParse(url))) {
		return controlError(400, "The url must start with http or be null for no deliveries.");
	}
	context.webhooks.setUrl(url ?? undefined);
	return { status: 200, body: { url } };
}

function parse(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

function controlError(status: number, message: string): ControlResponse {
	return { status, body: { error: { type: "invalid_request_error", message } } };
}
