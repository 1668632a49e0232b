/**
 * Where the shop touches the world: its database and its calls to Stripe. Here an operation can be
 * cut off between any two of them, as by a crash, or find one of them failing, without the others
 * that run beside it noticing.
 */

import { env } from "cloudflare:workers";
import { AsyncLocalStorage } from "node:async_hooks";
import { inject, vi } from "vitest";

/** What befalls one operation; `after` counts the calls to database and Stripe that still go well. */
export type Fault =
	/** Nothing. */
	| { kind: "none" }
	/** It ends there, and nobody hears of it again. */
	| { kind: "crash"; afterCalls: number }
	/** One call to the database fails; the operation goes on as it sees fit. */
	| { kind: "stumble"; afterCalls: number }
	/** Stripe can't be reached. */
	| { kind: "away" }
	/** Stripe does what it is asked, but the answer is lost. */
	| { kind: "deaf" }
	/** Stripe does not answer. */
	| { kind: "hang" }
	/** Stripe answers 500, and keeps that under the idempotency key. */
	| { kind: "500" };

interface Operation {
	fault: Fault;
	calls: number;
	end: () => void;
}

const current = new AsyncLocalStorage<Operation>();
const realFetch = globalThis.fetch;
const realTimeout = globalThis.setTimeout;

/** The database as it is, for looking at it. */
export const realDatabase = env.DB;

/** Runs one operation of the shop under a fault. Gives "crashed" where it was cut off. */
export function withFault<T>(fault: Fault, work: () => Promise<T>): Promise<T | "crashed"> {
	return new Promise((resolve, reject) => {
		const operation = { fault, calls: 0, end: () => resolve("crashed") };
		current.run(operation, () => work().then(resolve, reject));
	});
}

/** One call to the world: made, failed, or never made because the operation has ended. */
export async function interceptCall<T>(call: () => Promise<T>): Promise<T> {
	const operation = current.getStore();
	if (!operation) return call();
	const { fault } = operation;
	const callIndex = operation.calls;
	operation.calls += 1;
	if (fault.kind === "crash" && callIndex >= fault.afterCalls) {
		operation.end();
		return new Promise<T>(() => {});
	}
	return call();
}

function databaseShouldFail(): boolean {
	const operation = current.getStore();
	return operation?.fault.kind === "stumble" && operation.calls === operation.fault.afterCalls + 1;
}

async function callDatabase<T>(call: () => Promise<T>): Promise<T> {
	return interceptCall(() =>
		databaseShouldFail() ? Promise.reject(new Error("D1_ERROR: it stumbled")) : call(),
	);
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

async function callStripe(...request: Parameters<typeof fetch>): Promise<Response> {
	const kind = current.getStore()?.fault.kind;
	if (kind === "away") throw new TypeError("Network connection lost.");
	if (kind === "hang") return waitForAbort(request[1]?.signal ?? undefined);
	const response = await realFetch(...request);
	if (kind !== "deaf") return response;
	await response.body?.cancel();
	throw new TypeError("Network connection lost.");
}

/** No answer until whoever asked has had enough. */
function waitForAbort(signal: AbortSignal | undefined): Promise<never> {
	return new Promise((_, reject) => {
		signal?.addEventListener("abort", () => reject(signal.reason));
	});
}

/** How long a wait may last where it only holds up the test, in milliseconds. */
const shortenedMs = 5;

/** The waits of an operation that Stripe fails are cut short; all others last as they should. */
function shortenedTimeout(...[work, ms, ...rest]: Parameters<typeof setTimeout>) {
	const kind = current.getStore()?.fault.kind ?? "none";
	const isShortened = kind === "away" || kind === "deaf" || kind === "hang" || kind === "crash";
	return realTimeout(work, isShortened ? Math.min(ms ?? 0, shortenedMs) : ms, ...rest);
}

/** Has the stand-in answer all of the shop's calls with 500, or well again. */
export async function setApiFault(api: "ok" | "500"): Promise<void> {
	const body = JSON.stringify({ api });
	const { ok } = await realFetch(`${env.STRIPE_API_URL}/_faults`, { method: "POST", body });
	if (!ok) throw new Error(`the stand-in can't be switched to ${api}`);
}

// Before the shop's first call: its clients keep the database, the address and the fetch they find.
env.STRIPE_API_URL = inject("modelStripeUrl");
env.DB = wrapDatabase(env.DB);
vi.stubGlobal("fetch", (...request: Parameters<typeof fetch>) =>
	interceptCall(() => callStripe(...request)),
);
vi.stubGlobal("setTimeout", shortenedTimeout);
