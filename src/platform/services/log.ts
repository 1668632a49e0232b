/**
 * The Worker's log: a JSON line for each request, error or info. It contains no personal data: no
 * URLs as they were requested, no e-mails, tokens or cookies.
 */
import { AsyncLocalStorage } from "node:async_hooks";

/** What the log includes about the current request. */
interface RequestContext {
	requestId: string;
	/** The route pattern, such as /tools/[id]; never the path itself. */
	route: string | undefined;
}

const requestContext = new AsyncLocalStorage<RequestContext>();

/** Cloudflare's id of a request (Cloudflare docs: Cf-Ray): 16 hexadecimal digits and the data centre. */
const cfRayPattern = /^[0-9a-f]{16}(-[A-Z]{3})?$/;

/** Runs `work` in the context of a request. The request's id is its Cf-Ray if valid, otherwise a new one. */
export function withRequestContext<T>(
	cfRay: string | null,
	work: (request: RequestContext) => T,
): T {
	const requestId = cfRay && cfRayPattern.test(cfRay) ? cfRay : crypto.randomUUID();
	const request: RequestContext = { requestId, route: undefined };
	return requestContext.run(request, () => work(request));
}

/** Returns the id of the current request; undefined outside of one, as in the scheduled job. */
export function requestId(): string | undefined {
	return requestContext.getStore()?.requestId;
}

/** Sets the route pattern of the current request. */
export function setRoute(pattern: string): void {
	const request = requestContext.getStore();
	if (request) request.route = pattern;
}

/** Returns the route pattern of the current request, if one is set. */
export function currentRoute(): string | undefined {
	return requestContext.getStore()?.route;
}

type LogValue = string | number | boolean | undefined | readonly string[];

/** Logs a line of level `info`. */
export function logInfo(fields: Record<string, LogValue>): void {
	// biome-ignore lint/suspicious/noConsole: the Worker's log
	console.log(formatLine("info", fields));
}

/**
 * Logs a line of level `error`. `code` names the failure. Of the error it logs the name, the redacted
 * message of the innermost cause and its stack frames, without data of requests or the database.
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
	// Drizzle's own message includes the query's parameters, and a stack begins with the message. So the
	// reason is the innermost cause's message, and only the frames of the stack are logged.
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

/** The reason of an error as the log has it. */
export function redactedReason(error: unknown): string {
	return String(describeError(error).reason);
}

/** Removes e-mails, secrets, tokens and query strings from a text. Messages of libraries may contain them. */
export function redact(text: string): string {
	return text
		.slice(0, 500)
		.replaceAll(/[^\s"<>(),;=/?&]+(@|%40)[^\s"'<>(),;/?&]+/gi, "[e-mail]")
		.replaceAll(/\b(?:[sr]k|whsec)_\w+/g, "[secret]")
		.replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[token]")
		.replaceAll(/\?[^\s"')]+/g, "?…");
}
