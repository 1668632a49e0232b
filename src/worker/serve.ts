/** Wraps every request and job of the Worker: configuration check, cache, rate limit, headers, log. */

import { ShopError } from "../errors.ts";
import { errorPage } from "../http/error-page.ts";
import { errorResponse, logRejection, sentenceOf, toShopError } from "../http/handle.ts";
import { isPlainHttp, redirectToHttps, setResponseHeaders } from "../http/headers.ts";
import { healthEndpoint } from "../http/health.api.ts";
import { isOverloaded, withSlot } from "../http/request-slots.ts";
import {
	isForEdgeCache,
	removeEdgeCacheHeaders,
	setEdgeCacheHeaders,
} from "../platform/cache/cache-policy.ts";
import { edgeCache } from "../platform/cache/edge-cache.ts";
import { serverTimingHeader, withD1Metrics } from "../platform/database/d1-metrics.ts";
import { isRateLimited, rateLimitPeriodS } from "../platform/limits/rate-limit.ts";
import { withDeferredWork } from "../platform/services/background.ts";
import {
	currentRoute,
	logError,
	logInfo,
	requestId,
	withRequestContext,
} from "../platform/services/log.ts";
import { configErrors, isDeployed, setting, shopOrigin } from "../platform/settings/settings.ts";
import { stripeWebhookEndpoint } from "../shop/payments/payments.api.ts";
import {
	type ServedResponse,
	serveCached,
	toSharedRequest,
	toVisitorResponse,
} from "./serve-cached.ts";

/** Header with the request id, which is in the log and on the error page too. */
export const requestIdHeader = "X-Request-Id";

type Respond = (request: Request) => Promise<Response>;

/**
 * Serves a visitor's request: with `fetchShared` what is the same for all visitors, all else with `render`. Sets the
 * headers of every response. Responds with `unavailable` if settings are missing or the isolate is overloaded, and
 * with `too_many` if the client exceeds the rate limit. `fetchShared` calls the cached entrypoint, which serves with
 * `serveShared`; without it there is none.
 */
export function serve(
	request: Request,
	render: Respond,
	fetchShared: Respond = (shared) => serveShared(shared, render),
): Promise<Response> {
	return withRequestContext(request.headers.get("cf-ray"), async ({ requestId }) => {
		const response = await respondToMethod(request, render, fetchShared);
		setResponseHeaders(response, new URL(request.url), setting("HSTS_INCLUDE_SUBDOMAINS"));
		// The cache is off in front of this entrypoint. Were it not, it would store what names no policy.
		if (isDeployed()) setEdgeCacheHeaders(response.headers, undefined);
		// The adapter sets them too.
		else removeEdgeCacheHeaders(response.headers);
		if (!response.headers.has(requestIdHeader)) response.headers.set(requestIdHeader, requestId);
		return response;
	});
}

/** Answers HEAD as GET, without the body (RFC 9110, 9.3.2): no route below knows of it. */
async function respondToMethod(
	...[request, ...rest]: Parameters<typeof respond>
): Promise<Response> {
	if (request.method !== "HEAD") return respond(request, ...rest);
	const response = await respond(new Request(request, { method: "GET" }), ...rest);
	void response.body?.cancel();
	return new Response(null, response);
}

async function respond(request: Request, render: Respond, fetchShared: Respond): Promise<Response> {
	if (!isReady()) {
		return logged(request, async () =>
			unshared(await respondWithError(request, new ShopError("unavailable"))),
		);
	}
	const sharedRequest = toSharedRequest(request);
	if (!sharedRequest || isPlainHttp(request, shopOrigin())) {
		return logged(request, async () => {
			const redirect = redirectToHttps(request, shopOrigin());
			return unshared(redirect ?? (await renderLimited(request, request, render)));
		});
	}
	try {
		return toVisitorResponse(await fetchShared(sharedRequest), request);
	} catch (error) {
		return logged(request, () => Promise.reject(error));
	}
}

/**
 * Serves a request of `toSharedRequest` from the cache or with `render`: in the cached entrypoint. A cache hit takes
 * no slot and does not count against the rate limit.
 */
export function serveShared(request: Request, render: Respond): Promise<Response> {
	return withRequestContext(request.headers.get("cf-ray"), async () => {
		const response = await logged(request, () =>
			serveCached(request, (pageRequest) => renderLimited(request, pageRequest, render)),
		);
		// An error: the cache would store a response that says nothing.
		if (edgeCache() && !isForEdgeCache(response.headers)) {
			setEdgeCacheHeaders(response.headers, undefined);
		}
		return response;
	});
}

/**
 * Returns what `work` responds to a request, or its error as a response, and logs one line. A response that is not
 * shared has the request's id.
 */
async function logged(request: Request, work: () => Promise<ServedResponse>): Promise<Response> {
	const started = Date.now();
	const attempt = () =>
		withDeferredWork(work).catch(async (error: unknown) =>
			unshared(await handleError(request, error)),
		);
	const [served, trace] = setting("SHOP_TRACE")
		? await withD1Metrics(attempt)
		: [await attempt(), undefined];
	// A copy: the headers of a response from fetch or the cache are immutable.
	const response = new Response(served.response.body, served.response);
	if (!served.shared) {
		response.headers.set(requestIdHeader, requestId() ?? "");
		if (trace) response.headers.set("Server-Timing", serverTimingHeader(trace));
	}
	if (shouldLog(response.status)) {
		logInfo({
			method: request.method,
			route: currentRoute() ?? "none",
			status: response.status,
			ms: Date.now() - started,
			...(trace && { trips: trace.trips }),
		});
	}
	return response;
}

/** Whether to log a response: every server error, and a sample of the others (LOG_SAMPLE). */
function shouldLog(status: number): boolean {
	return status >= 500 || Math.random() < setting("LOG_SAMPLE");
}

function unshared(response: Response): ServedResponse {
	return { response, shared: false };
}

/** Needs no slot: the health check must respond under load, and its result is memoized for seconds. */
const healthPath = `/api${healthEndpoint.path}`;

/** Monitors poll the health check, and Stripe sends webhook events in bursts. */
const unlimitedPaths = [healthPath, `/api${stripeWebhookEndpoint.path}`];

/** Returns a 429 response if the client's IP address or user exceeds the rate limit, otherwise undefined. */
async function rejectIfRateLimited(request: Request): Promise<Response | undefined> {
	if (unlimitedPaths.includes(new URL(request.url).pathname)) return undefined;
	if (!(await isRateLimited(request))) return undefined;
	return respondWithError(request, new ShopError("too_many", { retryAfterS: rateLimitPeriodS }));
}

/** Renders `pageRequest` unless the client of `request` exceeds the rate limit. */
async function renderLimited(
	request: Request,
	pageRequest: Request,
	render: Respond,
): Promise<Response> {
	const rejection = await rejectIfRateLimited(request);
	if (rejection) return rejection;
	if (new URL(pageRequest.url).pathname === healthPath) return render(pageRequest);
	try {
		return await withSlot(() => render(pageRequest));
	} catch (error) {
		if (isOverloaded(error)) return respondWithError(request, new ShopError("unavailable"));
		throw error;
	}
}

/** Runs a job in a request context of its own and logs its name and duration. Throws if it fails. */
export function runLoggedJob(name: string, work: () => Promise<unknown>): Promise<void> {
	return withRequestContext(null, async () => {
		const started = Date.now();
		if (!isReady()) throw new Error(`${name} did not run: settings are missing`);
		try {
			await work();
		} catch (error) {
			logError("job", error, { job: name });
			// Cloudflare records the failure; the log has the cause, redacted.
			throw new Error(`${name} failed`);
		}
		logInfo({ job: name, ms: Date.now() - started });
	});
}

let lastReported = "";

/** Whether settings, secrets and bindings are valid. Logs config errors once. */
function isReady(): boolean {
	const missing = configErrors();
	if (missing.length > 0 && lastReported !== missing.join())
		logError("settings", undefined, { missing });
	lastReported = missing.join();
	return missing.length === 0;
}

/** Returns the response for a request that failed: an HTML page for browsers, JSON for the API. Logs the error. */
export async function handleError(request: Request, error: unknown): Promise<Response> {
	const shopError = toShopError(error);
	logRejection(shopError);
	return respondWithError(request, shopError);
}

async function respondWithError(request: Request, error: ShopError): Promise<Response> {
	const rejection = errorResponse(error);
	const wantsHtml = request.headers.get("accept")?.includes("text/html");
	if (!wantsHtml || new URL(request.url).pathname.startsWith("/api/")) return rejection;
	return errorPage(error.status, sentenceOf(error), rejection.headers);
}
