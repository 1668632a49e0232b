import type { Call, Desk } from "./desk.ts";
import { changeFaults, readFaults } from "./faults.ts";
import { parseForm } from "./form.ts";
import { newId } from "./objects.ts";
import { createMaybeConfirmed } from "./routes.ts";

/** What a control call answers: a status and what becomes its JSON body. */
export interface ControlAnswer {
	status: number;
	body: object;
}

/**
 * The switches: GET and POST `/_faults`, GET and POST `/_webhook`, GET `/_calls`, POST `/_intents`, GET
 * `/_health`. They answer 400 to what cannot be, 403 to a page of another origin (`foreign`) and 404 to what is not there.
 * Answers undefined for no path of theirs.
 */
export function control(
	desk: Desk,
	{ method, path, foreign }: { method: string; path: string; foreign: boolean },
	body: string,
): ControlAnswer | undefined {
	if (!path.startsWith("/_")) return undefined;
	if (foreign) return refused(403, "The switches answer no page of another origin.");
	switch (`${method} ${path}`) {
		case "GET /_health":
			return { status: 200, body: { ok: true } };
		case "GET /_calls":
			return { status: 200, body: desk.calls.seen() };
		case "POST /_intents":
			return makeIntents(desk, parse(body));
		case "GET /_faults":
			return { status: 200, body: readFaults(desk.store) };
		case "POST /_faults":
			return setFaults(desk, parse(body));
		case "GET /_webhook":
			return { status: 200, body: { url: desk.webhooks.url ?? null } };
		case "POST /_webhook":
			return setWebhook(desk, parse(body));
		default:
			return refused(404, `There is nothing at ${method} ${path}.`);
	}
}

function setFaults(desk: Desk, wanted: unknown): ControlAnswer {
	const faults = changeFaults(desk.store, wanted);
	if ("refused" in faults) return refused(400, faults.refused);
	if (faults.webhooks !== "reorder") desk.webhooks.release();
	desk.webhooks.wake();
	return { status: 200, body: faults };
}

/**
 * Makes an intent of `amount` cents for each of `orders`, paid by card or not, as by as many calls to
 * the API, but at once: tests and the bench make thousands. Answers their ids.
 */
function makeIntents(desk: Desk, wanted: unknown): ControlAnswer {
	if (!areIntents(wanted)) {
		return refused(400, "Intents are orders (a list of ids), amount (in cents) and paid (or not).");
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
			return createMaybeConfirmed(desk, call).id;
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

function setWebhook(desk: Desk, wanted: unknown): ControlAnswer {
	const url = typeof wanted === "object" && wanted !== null && "url" in wanted ? wanted.url : "";
	if (url !== null && !(typeof url === "string" && /^https?:/.test(url) && URL.canParse(url))) {
		return refused(400, "The url is an address that begins with http, or null for none.");
	}
	desk.webhooks.moveTo(url ?? undefined);
	return { status: 200, body: { url } };
}

function parse(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

function refused(status: number, message: string): ControlAnswer {
	return { status, body: { error: { type: "invalid_request_error", message } } };
}
