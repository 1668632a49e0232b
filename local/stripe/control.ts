import type { Call, Context } from "./context.ts";
import { changeFaults, readFaults } from "./faults.ts";
import { parseForm } from "./form-encoding.ts";
import { newId } from "./objects.ts";
import { createIntentAndConfirm } from "./routes.ts";

/** What a control call answers: a status and what becomes its JSON body. */
export interface ControlResponse {
	status: number;
	body: object;
}

/**
 * The switches: GET and POST `/_faults`, GET and POST `/_webhook`, GET `/_calls`, POST `/_intents`, GET
 * `/_health`. They answer 400 to what cannot be, 403 to a page of another origin (`foreign`) and 404 to what is not there.
 * Answers undefined for no path of theirs.
 */
export function handleControl(
	context: Context,
	{ method, path, crossOrigin }: { method: string; path: string; crossOrigin: boolean },
	body: string,
): ControlResponse | undefined {
	if (!path.startsWith("/_")) return undefined;
	if (crossOrigin) return controlError(403, "The switches answer no page of another origin.");
	switch (`${method} ${path}`) {
		case "GET /_health":
			return { status: 200, body: { ok: true } };
		case "GET /_calls":
			return { status: 200, body: context.calls.seen() };
		case "POST /_intents":
			return makeIntents(context, parse(body));
		case "GET /_faults":
			return { status: 200, body: readFaults(context.store) };
		case "POST /_faults":
			return setFaults(context, parse(body));
		case "GET /_webhook":
			return { status: 200, body: { url: context.webhooks.url ?? null } };
		case "POST /_webhook":
			return setWebhook(context, parse(body));
		default:
			return controlError(404, `There is nothing at ${method} ${path}.`);
	}
}

function setFaults(context: Context, input: unknown): ControlResponse {
	const faults = changeFaults(context.store, input);
	if ("error" in faults) return controlError(400, faults.error);
	if (faults.webhooks !== "reorder") context.webhooks.releaseHeld();
	context.webhooks.wake();
	return { status: 200, body: faults };
}

/**
 * Makes an intent of `amount` cents for each of `orders`, paid by card or not, as by as many calls to
 * the API, but at once: tests and the bench make thousands. Answers their ids.
 */
function makeIntents(desk: Context, wanted: unknown): ControlResponse {
	if (!areIntents(wanted)) {
		return controlError(
			400,
			"Intents are orders (a list of ids), amount (in cents) and paid (or not).",
		);
	}
	const { orders, amount, paid } = wanted;
	const card = paid ? "&confirm=true&payment_method=pm_card_visa" : "";
	const ids = desk.store.transaction(() =>
		orders.map((order) => {
			const text = `amount=${amount}&currency=usd&metadata[orderId]=${encodeURIComponent(order)}${card}`;
			const call: Call = {
				form: parseForm(text),
				publishable: false,
				origin: "",
				requestId: newId("req"),
				idempotencyKey: null,
			};
			return createIntentAndConfirm(desk, call).id;
		}),
	);
	desk.webhooks.wake();
	return { status: 200, body: { ids } };
}

function areIntents(
	wanted: unknown,
): wanted is { orders: string[]; amount: number; paid: boolean } {
	const { orders, amount, paid } = Object(wanted) as Record<string, unknown>;
	return (
		Array.isArray(orders) &&
		orders.every((order) => typeof order === "string") &&
		typeof amount === "number" &&
		typeof paid === "boolean"
	);
}

function setWebhook(desk: Context, wanted: unknown): ControlResponse {
	const url = typeof wanted === "object" && wanted !== null && "url" in wanted ? wanted.url : "";
	if (url !== null && !(typeof url === "string" && /^https?:/.test(url) && URL.canParse(url))) {
		return controlError(400, "The url is an address that begins with http, or null for none.");
	}
	desk.webhooks.setUrl(url ?? undefined);
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
