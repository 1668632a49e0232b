/**
 * Webhook endpoints. They are stored and returned as by Stripe, but events are sent only to the webhook that the
 * stand-in was started with. Stripe API: Webhook Endpoints.
 */
import type { Call, Context } from "./context.ts";
import { ApiError, invalidParameter, missingParameter, notFound } from "./errors.ts";
import { type Form, textOf, textsOf } from "./form-encoding.ts";
import { membersPage, type Page } from "./lists.ts";
import { newId, nowSeconds, randomWord, type WebhookEndpoint } from "./objects.ts";
import { metadataFrom } from "./parameters.ts";

const SETTING = "webhook_endpoints";
/** Stripe docs: Webhooks. */
const MAX_ENDPOINTS = 16;

/** What is left of an endpoint that was deleted. */
export interface DeletedEndpoint {
	id: string;
	object: "webhook_endpoint";
	deleted: true;
}

/**
 * Creates an endpoint; only this response has its `secret`. Throws ApiError without a valid `url` or without
 * `enabled_events`, for an invalid `api_version`, and for the seventeenth.
 *
 * Stripe API: Create a webhook endpoint.
 */
export function createEndpoint(context: Context, { form }: Call): WebhookEndpoint {
	const endpoints = readEndpoints(context);
	const url = readUrl(form);
	if (url === undefined) throw missingParameter("url");
	const enabledEvents = textsOf(form, "enabled_events");
	if (enabledEvents.length === 0) throw missingParameter("enabled_events");
	if (endpoints.length >= MAX_ENDPOINTS) {
		const message = `You have reached the maximum of ${MAX_ENDPOINTS} test webhook endpoints.`;
		throw new ApiError(400, { type: "invalid_request_error", message }, true);
	}
	const endpoint: WebhookEndpoint = {
		id: newId("we"),
		object: "webhook_endpoint",
		api_version: readVersion(form),
		application: null,
		created: nowSeconds(),
		description: textOf(form, "description") ?? null,
		enabled_events: enabledEvents,
		livemode: false,
		metadata: metadataFrom(form),
		status: "enabled",
		url,
	};
	saveEndpoints(context, [endpoint, ...endpoints]);
	return { ...endpoint, secret: `whsec_${randomWord(32)}` };
}

/** One page of the endpoints, the newest first. Stripe API: List all webhook endpoints. */
export function listEndpoints(context: Context, { form }: Call): Page {
	return membersPage(form, { data: readEndpoints(context), url: "/v1/webhook_endpoints" });
}

/** The endpoint with an id. Throws ApiError 404 for an unknown one. */
export function findEndpoint(context: Context, id: string): WebhookEndpoint {
	const found = readEndpoints(context).find((endpoint) => endpoint.id === id);
	if (!found) throw notFound("webhook endpoint", id);
	return found;
}

/** Changes an endpoint, but not its version. Stripe API: Update a webhook endpoint. */
export function updateEndpoint(context: Context, { form }: Call, id: string): WebhookEndpoint {
	const endpoint = findEndpoint(context, id);
	const events = textsOf(form, "enabled_events");
	const disabled = textOf(form, "disabled");
	const changed: WebhookEndpoint = {
		...endpoint,
		description: textOf(form, "description") ?? endpoint.description,
		enabled_events: events.length > 0 ? events : endpoint.enabled_events,
		metadata: metadataFrom(form, endpoint.metadata),
		status: disabled === undefined ? endpoint.status : disabled === "true" ? "disabled" : "enabled",
		url: readUrl(form) ?? endpoint.url,
	};
	const others = readEndpoints(context);
	saveEndpoints(
		context,
		others.map((one) => (one.id === id ? changed : one)),
	);
	return changed;
}

/** Deletes an endpoint. Stripe API: Delete a webhook endpoint. */
export function deleteEndpoint(context: Context, id: string): DeletedEndpoint {
	findEndpoint(context, id);
	saveEndpoints(
		context,
		readEndpoints(context).filter((endpoint) => endpoint.id !== id),
	);
	return { id, object: "webhook_endpoint", deleted: true };
}

function readEndpoints({ store }: Context): WebhookEndpoint[] {
	return JSON.parse(store.setting(SETTING) ?? "[]");
}

function saveEndpoints({ store }: Context, endpoints: WebhookEndpoint[]): void {
	store.saveSetting(SETTING, JSON.stringify(endpoints));
}

function readUrl(form: Form): string | undefined {
	const url = textOf(form, "url");
	if (url !== undefined && !(/^https?:/.test(url) && URL.canParse(url))) {
		throw invalidParameter("url", "Not a valid URL", "url_invalid");
	}
	return url;
}

function readVersion(form: Form): string | null {
	const version = textOf(form, "api_version") ?? null;
	if (version !== null && !/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version)) {
		throw invalidParameter("api_version", `Invalid Stripe API version: ${version}`);
	}
	return version;
}
