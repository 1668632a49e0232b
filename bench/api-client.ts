/** The HTTP client of the bench, which reads the D1 cost of each response. */
import { demoAccounts } from "../local/demo/accounts.ts";
import { openSession, type Person } from "../local/session.ts";
import type { BenchShop } from "./bench-shop.ts";

/** The D1 cost of a response, from its Server-Timing header. */
export interface Cost {
	trips: number;
	read: number;
	written: number;
}

/** Reads the D1 cost of a response; all zero if it came from a cache or needed no query. */
export function costOf(headers: Headers): Cost {
	const timing = headers.get("server-timing") ?? "";
	const metric = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(timing)?.[1] ?? 0);
	return { trips: metric("trips"), read: metric("read"), written: metric("written") };
}

/** Whether a response came from the edge cache (RFC 9211). */
export function isHit(headers: Headers): boolean {
	return /\bhit\b/.test(headers.get("cache-status") ?? "");
}

/** Signs in the demo's administrator or customer. */
export function signIn(shop: BenchShop, role: "admin" | "user"): Promise<Person> {
	const account = demoAccounts.find((candidate) => candidate.role === role);
	if (!account) throw new Error(`The demo has no ${role}`);
	return openSession(shop.url, { email: account.email, password: account.password });
}

/** Calls the API; `path` is relative to /api. Throws if the response is an error. */
export async function call(
	shop: BenchShop,
	person: Person | undefined,
	method: string,
	path: string,
	body?: unknown,
): Promise<{ json: unknown; cost: Cost }> {
	const response = await fetch(`${shop.url}/api${path}`, {
		method,
		headers: {
			...(person && { Authorization: `Bearer ${person.token}` }),
			...(body !== undefined && { "Content-Type": "application/json" }),
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
	return { json: JSON.parse(text), cost: costOf(response.headers) };
}
