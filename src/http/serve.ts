/** Around every answer of the Worker: is the shop able to, how long did it take, what went wrong. */
import * as messages from "../messages.ts";
import { answerFirst } from "../platform/background.ts";
import { cached, isForMany } from "../platform/cache.ts";
import { answering, logFault, logNews } from "../platform/log.ts";
import { isTooOften, rateLimitPeriodS } from "../platform/rate-limit.ts";
import {
	amiss,
	hstsIncludesSubDomains,
	logSample,
	shopOrigin,
	tracing,
} from "../platform/settings.ts";
import { serverTiming, traced } from "../platform/trace.ts";
import { stripeWebhookEndpoint } from "../shop/payments/payments.api.ts";
import { ShopError } from "./errors.ts";
import { logRefusal, refusal, shopErrorOf } from "./handle.ts";
import { protect, towardsHttps } from "./headers.ts";
import { healthEndpoint } from "./health.ts";
import { inPlace, isFull } from "./places.ts";
import { troublePage } from "./trouble.ts";

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
	return answering(request.headers.get("cf-ray"), async (answered) => {
		const started = Date.now();
		const [rendered, trace] = tracing()
			? await traced(() => attempt(request, render))
			: [await attempt(request, render), undefined];
		// Its headers can't be changed where it comes from another service.
		const response = new Response(rendered.body, rendered);
		protect(response, new URL(request.url), hstsIncludesSubDomains());
		if (!isForMany(response)) {
			response.headers.set(requestIdHeader, answered.requestId);
			if (trace) response.headers.set("Server-Timing", serverTiming(trace));
		}
		if (leavesLine(response.status)) {
			logNews({
				method: request.method,
				route: answered.route ?? "none",
				status: response.status,
				ms: Date.now() - started,
				...(trace && { trips: trace.trips }),
			});
		}
		return response;
	});
}

/** Whether an answer of `status` gets its line: each that failed, and the share of the others that the settings say. */
function leavesLine(status: number): boolean {
	return status >= 500 || Math.random() < logSample();
}

async function attempt(
	request: Request,
	render: (request: Request) => Promise<Response>,
): Promise<Response> {
	if (!isReady()) return trouble(request, new ShopError("unavailable"));
	try {
		const elsewhere = towardsHttps(request, shopOrigin());
		if (elsewhere) return elsewhere;
		// Inside the cache: what is kept costs nothing, takes no place and is not counted.
		return await answerFirst(() =>
			cached(request, async (asked) => (await tooOften(request)) ?? placed(asked, render)),
		);
	} catch (error) {
		return failed(request, error);
	}
}

/** What tells whether the shop works must be heard while it is busy; one look counts for seconds. */
const healthPath = `/api${healthEndpoint.path}`;

/** Not counted: monitors ask for the shop's health, and Stripe tells of many payments at once. */
const uncounted = [healthPath, `/api${stripeWebhookEndpoint.path}`];

/** The refusal of a request where its address or its user has made too many; undefined where it may go on. */
async function tooOften(request: Request): Promise<Response | undefined> {
	if (uncounted.includes(new URL(request.url).pathname)) return undefined;
	if (!(await isTooOften(request))) return undefined;
	return trouble(request, new ShopError("too_many", { retryAfterS: rateLimitPeriodS }));
}

async function placed(
	request: Request,
	render: (request: Request) => Promise<Response>,
): Promise<Response> {
	if (new URL(request.url).pathname === healthPath) return render(request);
	try {
		return await inPlace(() => render(request));
	} catch (error) {
		if (isFull(error)) return trouble(request, new ShopError("unavailable"));
		throw error;
	}
}

/** Runs a scheduled job: named in the log, with an id of its own for whatever goes wrong in it. */
export function job(name: string, work: () => Promise<unknown>): Promise<void> {
	return answering(null, async () => {
		const started = Date.now();
		if (!isReady()) throw new Error(`${name} did not run: settings are missing`);
		try {
			await work();
		} catch (error) {
			logFault("job", error, { job: name });
			// The platform counts it as failed; why stands in the log, without what the error holds.
			throw new Error(`${name} failed`);
		}
		logNews({ job: name, ms: Date.now() - started });
	});
}

let said = "";

/** Whether settings, secrets and bindings are there. If not, the log says which, once. */
function isReady(): boolean {
	const missing = amiss();
	if (missing.length > 0 && said !== missing.join()) logFault("settings", undefined, { missing });
	said = missing.join();
	return missing.length === 0;
}

/** The answer where a page could not be rendered: a page for people, a refusal for callers. Logs it. */
export async function failed(request: Request, error: unknown): Promise<Response> {
	const known = shopErrorOf(error);
	logRefusal(known);
	return trouble(request, known);
}

async function trouble(request: Request, error: ShopError): Promise<Response> {
	const refused = refusal(error);
	const forPeople = request.headers.get("accept")?.includes("text/html");
	if (!forPeople || new URL(request.url).pathname.startsWith("/api/")) return refused;
	return troublePage(error.status, messages.refusals[error.code], refused.headers);
}
