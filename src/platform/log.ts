/**
 * The Worker's log: one JSON line for a request, a fault, a piece of news. What it says is about the
 * shop, never about a person: no addresses as they were asked for, no e-mails, tokens, cookies.
 */
import { AsyncLocalStorage } from "node:async_hooks";

/** What is known of the request that is being answered. */
interface Answering {
	requestId: string;
	/** The pattern of the page or call, such as /tools/[id]; never the path itself. */
	route: string | undefined;
}

const current = new AsyncLocalStorage<Answering>();

/** Cloudflare's name for a request (Cloudflare docs: Cf-Ray), 16 hexadecimal digits and the place. */
const ray = /^[0-9a-f]{16}(-[A-Z]{3})?$/;

/** Runs `work` as the answer to one request. It is named by its Cf-Ray, where that is one, or anew. */
export function answering<T>(cfRay: string | null, work: (request: Answering) => T): T {
	const requestId = cfRay && ray.test(cfRay) ? cfRay : crypto.randomUUID();
	const request: Answering = { requestId, route: undefined };
	return current.run(request, () => work(request));
}

/** The id of the request being answered; undefined outside of one, as in the scheduled job. */
export function requestId(): string | undefined {
	return current.getStore()?.requestId;
}

/** Notes which pattern answers. */
export function noteRoute(pattern: string): void {
	const request = current.getStore();
	if (request) request.route = pattern;
}

/** The pattern that was noted to answer, if one was. */
export function routeNoted(): string | undefined {
	return current.getStore()?.route;
}

type Fact = string | number | boolean | undefined | readonly string[];

/** Writes a line of news. */
export function logNews(facts: Record<string, Fact>): void {
	// biome-ignore lint/suspicious/noConsole: the Worker's log
	console.log(line("info", facts));
}

/**
 * Writes a line of something that went wrong. `code` says what; of the error come its kind, the
 * innermost reason and the places in the code, without anything that was asked or stored.
 */
export function logFault(code: string, error?: unknown, facts: Record<string, Fact> = {}): void {
	// biome-ignore lint/suspicious/noConsole: the Worker's log
	console.error(line("error", { code, ...facts, ...(error !== undefined && described(error)) }));
}

function line(level: string, facts: Record<string, Fact>): string {
	return JSON.stringify({ level, requestId: requestId(), ...facts });
}

function described(error: unknown): Record<string, Fact> {
	let innermost = error;
	for (let depth = 0; innermost instanceof Error && innermost.cause && depth < 8; depth += 1) {
		innermost = innermost.cause;
	}
	const kind = error instanceof Error ? error.name : typeof error;
	// drizzle's own message holds the query's parameters, and a stack begins with the message: so the
	// reason is the innermost one, and of the stack only the places are taken.
	const reason = withoutPersons(messageOf(innermost));
	const trace = innermost instanceof Error ? innermost.stack : undefined;
	const places = trace?.split("\n").filter((text) => /^\s+at /.test(text)) ?? [];
	return { kind, reason, at: places.slice(0, 6).map((text) => withoutPersons(text.trim())) };
}

function messageOf(error: unknown): string {
	if (!(error instanceof Error)) return typeof error === "string" ? error : "";
	return error.name === "DrizzleQueryError" || /^Failed query:/.test(error.message)
		? "a query failed"
		: error.message;
}

/** A reason comes from other people's code: what looks like a person, a secret or a query goes. */
export function withoutPersons(text: string): string {
	return text
		.slice(0, 500)
		.replaceAll(/[^\s"<>(),;=/?&]+(@|%40)[^\s"'<>(),;/?&]+/gi, "[e-mail]")
		.replaceAll(/\b(?:[sr]k|whsec)_\w+/g, "[secret]")
		.replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[token]")
		.replaceAll(/\?[^\s"')]+/g, "?…");
}
