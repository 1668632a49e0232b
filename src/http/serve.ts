/** Around every answer of the Worker: is the shop able to, how long did it take, what went wrong. */
import * as messages from "../messages.ts";
import { withDeferredWork } from "../platform/background.ts";
import { serverTimingHeader, withD1Metrics } from "../platform/d1-metrics.ts";
import { logError, logInfo, withRequestContext } from "../platform/log.ts";
import { isEdgeCacheable, serveCached } from "../platform/page-cache.ts";
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

/** Header by which an answer, the log and a customer's complaint name the same request. */
export const requestIdHeader = "X-Request-Id";

/**
 * Answers a request by what is kept, or by `render`: with a request id, the headers every answer has, and one line in
 * the log. A shop that lacks settings, or has too much under way, refuses with `unavailable`, and whoever
 * asks too often with `too_many`.
 */
export function serve(
	request: Request,
	render: (request: Request) => Promise<Response>,
): Promise<Response> {
	return withRequestContext(request.headers.get("cf-ray"), async (context) => {
		const started = Date.now();
		const [rendered, trace] = isServerTimingEnabled()
			? await withD1Metrics(() => attempt(request, render))
			: [await attempt(request, render), undefined];
		// Its headers can't be changed where it comes from another service.
		const response = new Response(rendered.body, rendered);
		setResponseHeaders(response, new URL(request.url), hstsIncludesSubDomains());
		if (!isEdgeCacheable(response)) {
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

/** Whether an answer of `status` gets its line: each that failed, and the share of the others that the settings say. */
function shouldLog(status: number): boolean {
	return status >= 500 || Math.random() < logSampleRate();
}

async function attempt(
	request: Request,
	render: (request: Request) => Promise<Response>,
): Promise<Response> {
	if (!isReady()) return respondWithError(request, new ShopError("unavailable"));
	try {
		const httpsRedirect = redirectToHttps(request, shopOrigin());
		if (httpsRedirect) return httpsRedirect;
		// Inside the cache: what is kept costs nothing, takes no place and is not counted.
		return await withDeferredWork(() =>
			serveCached(
				request,
				async (pageRequest) =>
					(await rejectIfRateLimited(request)) ?? renderInSlot(pageRequest, render),
			),
		);
	} catch (error) {
		return handleError(request, error);
	}
}

/** What tells whether the shop works must be heard while it is busy; one look counts for seconds. */
const healthPath = `/api${healthEndpoint.path}`;

/** Not counted: monitors ask for the shop's health, and Stripe tells of many payments at once. */
const unlimitedPaths = [healthPath, `/api${stripeWebhookEndpoint.path}`];

/** The refusal of a request where its address or its user has made too many; undefined where it may go on. */
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

/** Runs a scheduled job: named in the log, with an id of its own for whatever goes wrong in it. */
export function runLoggedJob(name: string, work: () => Promise<unknown>): Promise<void> {
	return withRequestContext(null, async () => {
		const started = Date.now();
		if (!isReady()) throw new Error(`${name} did not run: settings are missing`);
		try {
			await work();
		} catch (error) {
			logError("job", error, { job: name });
			// The platform counts it as failed; why stands in the log, without what the error holds.
			throw new Error(`${name} failed`);
		}
		logInfo({ job: name, ms: Date.now() - started });
	});
}

let lastReported = "";

/** Whether settings, secrets and bindings are there. If not, the log says which, once. */
function isReady(): boolean {
	const missing = configErrors();
	if (missing.length > 0 && lastReported !== missing.join())
		logError("settings", undefined, { missing });
	lastReported = missing.join();
	return missing.length === 0;
}

/** The answer where a page could not be rendered: a page for people, a refusal for callers. Logs it. */
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
