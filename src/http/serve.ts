/** Wraps every request and job of the Worker: configuration check, cache, rate limit, headers, log. */
import * as messages from "../messages.ts";
import { withDeferredWork } from "../platform/background.ts";
import { serverTimingHeader, withD1Metrics } from "../platform/d1-metrics.ts";
import { logError, logInfo, withRequestContext } from "../platform/log.ts";
import { type ServedResponse, serveCached } from "../platform/page-cache.ts";
import { isRateLimited, rateLimitPeriodS } from "../platform/rate-limit.ts";
import {
	configErrors,
	hstsIncludesSubDomains,
	isServerTimingEnabled,
	logSampleRate,
	shopOrigin,
} from "../platform/settings.ts";
import { ShopError } from "../shop/errors.ts";
import { stripeWebhookEndpoint } from "../shop/payments/payments.api.ts";
import { errorPage } from "./error-page.ts";
import { errorResponse, logRejection, toShopError } from "./handle.ts";
import { redirectToHttps, setResponseHeaders } from "./headers.ts";
import { healthEndpoint } from "./health.api.ts";
import { isOverloaded, withSlot } from "./request-slots.ts";

/** Header with the request id, which is in the log and on the error page too. */
export const requestIdHeader = "X-Request-Id";

/**
 * Serves a request from the cache or with `render`, sets the headers of every response and logs one
 * line. Responds with `unavailable` if settings are missing or the isolate is overloaded, and with
 * `too_many` if the client exceeds the rate limit.
 */
export function serve(
	request: Request,
	render: (request: Request) => Promise<Response>,
): Promise<Response> {
	return withRequestContext(request.headers.get("cf-ray"), async (context) => {
		const started = Date.now();
		const [served, trace] = isServerTimingEnabled()
			? await withD1Metrics(() => attempt(request, render))
			: [await attempt(request, render), undefined];
		// A copy: the headers of a response from fetch or the cache are immutable.
		const response = new Response(served.response.body, served.response);
		setResponseHeaders(response, new URL(request.url), hstsIncludesSubDomains());
		if (!served.shared) {
			response.headers.set(requestIdHeader, context.requestId);
			if (trace) response.headers.set("Server-Timing", serverTimingHeader(trace));
		}
		if (shouldLog(response.status)) {
			logInfo({
				method: request.method,
				route: context.route ?? "none",
				status: response.status,
				ms: Date.now() - started,
				...(trace && { trips: trace.trips }),
			});
		}
		return response;
	});
}

/** Whether to log a response: every server error, and a sample of the others (`logSampleRate`). */
function shouldLog(status: number): boolean {
	return status >= 500 || Math.random() < logSampleRate();
}

async function attempt(
	request: Request,
	render: (request: Request) => Promise<Response>,
): Promise<ServedResponse> {
	if (!isReady()) return unshared(await respondWithError(request, new ShopError("unavailable")));
	try {
		const httpsRedirect = redirectToHttps(request, shopOrigin());
		if (httpsRedirect) return unshared(httpsRedirect);
		// Inside the cache: a cache hit takes no slot and does not count against the rate limit.
		return await withDeferredWork(() =>
			serveCached(
				request,
				async (pageRequest) =>
					(await rejectIfRateLimited(request)) ?? renderInSlot(pageRequest, render),
			),
		);
	} catch (error) {
		return unshared(await handleError(request, error));
	}
}

function unshared(response: Response): ServedResponse {
	return { response, shared: false };
}

/** Needs no slot: the health check must respond under load, and its result is memoized for seconds. */
const healthPath = `/api${healthEndpoint.path}`;

/** Not rate limited: monitors poll the health check, and Stripe sends webhook events in bursts. */
const unlimitedPaths = [healthPath, `/api${stripeWebhookEndpoint.path}`];

/** Returns a 429 response if the client's IP address or user exceeds the rate limit, otherwise undefined. */
async function rejectIfRateLimited(request: Request): Promise<Response | undefined> {
	if (unlimitedPaths.includes(new URL(request.url).pathname)) return undefined;
	if (!(await isRateLimited(request))) return undefined;
	return respondWithError(request, new ShopError("too_many", { retryAfterS: rateLimitPeriodS }));
}

async function renderInSlot(
	request: Request,
	render: (request: Request) => Promise<Response>,
): Promise<Response> {
	if (new URL(request.url).pathname === healthPath) return render(request);
	try {
		return await withSlot(() => render(request));
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
	return errorPage(error.status, messages.errorMessages[error.code], rejection.headers);
}
