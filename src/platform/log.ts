/**
 * The Worker's log: one JSON line for a request, a fault, a piece of news. What it says is about the
 * shop, never about a person: no addresses as they were asked for, no e-mails, tokens, cookies.
 */
import { AsyncLocalStorage } from "node:async_hooks";

/** What is known of the request that is being answered. */
interface RequestContext {
	requestId: string;
	/** The pattern of the page or call, such as /tools/[id]; never the path itself. */
	route: string | undefined;
}

const requestContext = new AsyncLocalStorage<RequestContext>();

/** Cloudflare's name for a request (Cloudflare docs: Cf-Ray), 16 hexadecimal digits and the place. */
const cfRayPattern = /^[0-9a-f]{16}(-[A-Z]{3})?$/;

/** Runs `work` as the answer to one request. It is named by its Cf-Ray, where that is one, or anew. */
export function withRequestContext<T>(
	cfRay: string | null,
	work: (request: RequestContext) => T,
): T {
	const requestId = cfRay && cfRayPattern.test(cfRay) ? cfRay : crypto.randomUUID();
	const request: RequestContext = { requestId, route: undefined };
	return requestContext.run(request, () => work(request));
}

/** The id of the request being answered; undefined outside of one, as in the scheduled job. */
export function requestId(): string | undefined {
	return requestContext.getStore()?.requestId;
}

/** Notes which pattern answers. */
export function setRoute(pattern: string): void {
	const request = requestContext.getStore();
	if (request) request.route = pattern;
}

/** The pattern that was noted to answer, if one was. */
export function currentRoute(): string | undefined {
	return requestContext.getStore()?.route;
}

type LogValue = string | number | boolean | undefined | readonly string[];

/** Writes a line of news. */
export function logInfo(fields: Record<string, LogValue>): void {
	// biome-ignore lint/suspicious/noConsole: the Worker's log
	console.log(formatLine("info", fields));
}

/**
 * Writes a line of something that went wrong. `code` says what; of the error come its kind, the
 * innermost reason and the places in the code, without anything that was asked or stored.
 */
export function logError(
	code: string,
	error?: unknown,
	fields: Record<string, LogValue> = {},
): void {
	// biome-ignore lint/suspicious/noConsole: the Worker's log
	console.error(
		formatLine("error", { code, ...fields, ...(error !== undefined && describeError(error)) }),
	);
}

function formatLine(level: string, fields: Record<string, LogValue>): string {
	return JSON.stringify({ level, requestId: requestId(), ...fields });
}

function describeError(error: unknown): Record<string, LogValue> {
	let rootCause = error;
	for (let depth = 0; rootCause instanceof Error && rootCause.cause && depth < 8; depth += 1) {
		rootCause = rootCause.cause;
	}
	const kind = error instanceof Error ? error.name : typeof error;
	// drizzle's own message holds the query's parameters, and a stack begins with the message: so the
	// reason is the innermost one, and of the stack only the places are taken.
	const reason = redact(safeMessage(rootCause));
	const stack = rootCause instanceof Error ? rootCause.stack : undefined;
	const frames = stack?.split("\n").filter((text) => /^\s+at /.test(text)) ?? [];
	return { kind, reason, at: frames.slice(0, 6).map((text) => redact(text.trim())) };
}

function safeMessage(error: unknown): string {
	if (!(error instanceof Error)) return typeof error === "string" ? error : "";
	return error.name === "DrizzleQueryError" || /^Failed query:/.test(error.message)
		? "a query failed"
		: error.message;
}

/** A reason comes from other people's code: what looks like a person, a secret or a query goes. */
export function redact(text: string): string {
	return text
		.slice(0, 500)
		.replaceAll(/[^\s"<>(),;=/?&]+(@|%40)[^\s"'<>(),;/?&]+/gi, "[e-mail]")
		.replaceAll(/\b(?:[sr]k|whsec)_\w+/g, "[secret]")
		.replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[token]")
		.replaceAll(/\?[^\s"')]+/g, "?…");
}
