/**
 * Fault injection at the shop's two dependencies, the database and Stripe. An operation can be cut off
 * between any two calls, as by a crash, or one call can fail, without affecting operations that run
 * concurrently.
 */

import { env } from "cloudflare:workers";
import { AsyncLocalStorage } from "node:async_hooks";
import { inject, vi } from "vitest";

/** The fault of one operation; `afterCalls` is how many calls to the database and Stripe still succeed. */
export type Fault =
	/** No fault. */
	| { kind: "none" }
	/** The operation never continues, as when the Worker is terminated. */
	| { kind: "crash"; afterCalls: number }
	/** One call to the database fails; the operation handles the error. */
	| { kind: "db-error"; afterCalls: number }
	/** Stripe can't be reached, in all calls or in one of them. */
	| { kind: "unreachable"; call?: number }
	/** Stripe processes the request, but the response is lost. */
	| { kind: "response-lost"; call?: number }
	/** Stripe does not respond. */
	| { kind: "hang"; call?: number }
	/** Stripe answers 500, and stores that under the idempotency key: always, or in the next calls. */
	| { kind: "500"; count?: number };

/** How many calls each kind of fault has hit. */
export const faultHits: Record<Fault["kind"], number> = {
	none: 0,
	crash: 0,
	"db-error": 0,
	unreachable: 0,
	"response-lost": 0,
	hang: 0,
	"500": 0,
};

interface Operation {
	fault: Fault;
	calls: number;
	callsToStripe: number;
	end: () => void;
}

const current = new AsyncLocalStorage<Operation>();
const realFetch = globalThis.fetch;
const realTimeout = globalThis.setTimeout;

/** The database without faults, for the checks. */
export const realDatabase = env.DB;

/** Runs one operation of the shop under a fault. Returns "crashed" when it was cut off. */
export function withFault<T>(fault: Fault, work: () => Promise<T>): Promise<T | "crashed"> {
	return new Promise((resolve, reject) => {
		const operation = { fault, calls: 0, callsToStripe: 0, end: () => resolve("crashed") };
		current.run(operation, () => work().then(resolve, reject));
	});
}

/** Counts one call to a dependency, and makes it unless the operation has crashed. */
export async function interceptCall<T>(call: () => Promise<T>): Promise<T> {
	const operation = current.getStore();
	if (!operation) return call();
	const { fault } = operation;
	const callIndex = operation.calls;
	operation.calls += 1;
	if (fault.kind === "crash" && callIndex >= fault.afterCalls) {
		faultHits.crash += 1;
		operation.end();
		return new Promise<T>(() => {});
	}
	return call();
}

function databaseShouldFail(): boolean {
	const operation = current.getStore();
	return operation?.fault.kind === "db-error" && operation.calls === operation.fault.afterCalls + 1;
}

async function callDatabase<T>(call: () => Promise<T>): Promise<T> {
	return interceptCall(() => {
		if (!databaseShouldFail()) return call();
		faultHits["db-error"] += 1;
		return Promise.reject(new Error("D1_ERROR: injected"));
	});
}

const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

function wrapDatabase<T extends D1Database | D1DatabaseSession>(database: T): T {
	return new Proxy(database, {
		get(target, name) {
			if (name === "prepare") return (sql: string) => wrapStatement(target.prepare(sql));
			if (name === "batch") {
				return (statements: D1PreparedStatement[]) =>
					callDatabase(() => target.batch(statements.map((one) => originals.get(one) ?? one)));
			}
			if (name === "withSession") {
				return (...sessionArgs: Parameters<D1Database["withSession"]>) =>
					wrapDatabase(realDatabase.withSession(...sessionArgs));
			}
			const value: unknown = Reflect.get(target, name);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
}

function wrapStatement(statement: D1PreparedStatement): D1PreparedStatement {
	const proxy = new Proxy(statement, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name);
			if (typeof value !== "function") return value;
			if (name === "bind") {
				return (...values: unknown[]) => wrapStatement(target.bind(...values));
			}
			return (...values: unknown[]) => callDatabase(() => Reflect.apply(value, target, values));
		},
	});
	originals.set(proxy, statement);
	return proxy;
}

/** The fault of the operation's next call to Stripe. */
function nextStripeFault(): Fault["kind"] {
	const operation = current.getStore();
	if (!operation) return "none";
	const { fault, callsToStripe } = operation;
	operation.callsToStripe += 1;
	const isOther = "call" in fault && fault.call !== undefined && fault.call !== callsToStripe;
	return isOther ? "none" : fault.kind;
}

async function callStripe(...request: Parameters<typeof fetch>): Promise<Response> {
	const kind = nextStripeFault();
	if (kind !== "crash" && kind !== "db-error") faultHits[kind] += 1;
	if (kind === "unreachable") throw new TypeError("Network connection lost.");
	if (kind === "hang") return waitForAbort(request[1]?.signal ?? undefined);
	const response = await realFetch(...request);
	if (kind !== "response-lost") return response;
	await response.body?.cancel();
	throw new TypeError("Network connection lost.");
}

/** Never responds; rejects when the caller aborts. */
function waitForAbort(signal: AbortSignal | undefined): Promise<never> {
	return new Promise((_, reject) => {
		signal?.addEventListener("abort", () => reject(signal.reason));
	});
}

/** The longest timer under a Stripe fault or a crash, in milliseconds. */
const shortenedMs = 5;

/** Shortens timers of operations under a Stripe fault or a crash, so that timeouts and retries cost no time. */
function shortenedTimeout(...[work, ms, ...rest]: Parameters<typeof setTimeout>) {
	const kind = current.getStore()?.fault.kind ?? "none";
	const isShortened = ["unreachable", "response-lost", "hang", "crash"].includes(kind);
	return realTimeout(work, isShortened ? Math.min(ms ?? 0, shortenedMs) : ms, ...rest);
}

/** Makes the stand-in answer the shop's calls with 500, all or the next ones, or normally again. */
export async function setApiFault(fault: "ok" | "500", count?: number): Promise<void> {
	const body = JSON.stringify({ api: { fault, ...(count && { count }) } });
	const { ok } = await realFetch(`${env.STRIPE_API_URL}/_faults`, { method: "POST", body });
	if (!ok) throw new Error(`the stand-in can't be switched to ${fault}`);
}

// Must run before the shop's first call: its clients keep the database, the URL and the fetch they find.
env.STRIPE_API_URL = inject("modelStripeUrl");
env.DB = wrapDatabase(env.DB);
vi.stubGlobal("fetch", (...request: Parameters<typeof fetch>) =>
	interceptCall(() => callStripe(...request)),
);
vi.stubGlobal("setTimeout", shortenedTimeout);
