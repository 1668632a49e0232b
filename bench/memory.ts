/** Measures the heap of the Worker's isolate after many requests of every kind. */
import * as v from "valibot";
import { demoAccounts } from "../local/demo/accounts.ts";
import type { Person } from "../local/session.ts";
import { signIn } from "./api-client.ts";
import type { BenchShop } from "./bench-shop.ts";
import { placeLine } from "./calls.ts";
import { bytesOf, type HeapUse, inspect } from "./inspector.ts";
import { progress } from "./progress.ts";

/** Half of an isolate's memory limit of 128 MB (Cloudflare docs: Workers, Limits, Memory), in bytes. */
const heapBudget = 64 * 1024 * 1024;

/** Requests of a measurement, how many run concurrently, and how many heap samples are taken. */
const requests = 100_000;
const concurrency = 32;
const samples = 5;

/** The heap after a number of requests. */
export interface HeapSample extends HeapUse {
	requests: number;
}

export interface MemoryFigures {
	samples: HeapSample[];
	/** The number of responses by status. */
	statuses: Record<string, number>;
}

/** A kind of request: `weight` of a hundred requests are of it. */
interface RequestKind {
	weight: number;
	send: (n: number) => Promise<Response>;
}

const toolsSchema = v.array(v.object({ _id: v.string(), image: v.string() }));

/** All kinds of requests. Their URLs vary, so that anything stored by URL would grow. */
async function requestKinds(shop: BenchShop, rider: Person): Promise<RequestKind[]> {
	const response = await fetch(`${shop.url}/api/service?limit=100`);
	const tools = v.parse(toolsSchema, await response.json());
	const [account] = demoAccounts;
	const get = (path: string, headers: Record<string, string> = {}) =>
		fetch(shop.url + path, { headers, redirect: "manual" });
	const tool = (n: number) => tools[n % tools.length] ?? { _id: "none", image: "/none" };
	const post = (path: string, body: object, headers: Record<string, string> = {}) =>
		fetch(shop.url + path, {
			method: "POST",
			headers: { "Content-Type": "application/json", Origin: shop.url, ...headers },
			body: JSON.stringify(body),
		});
	const bearer = { Authorization: `Bearer ${rider.token}` };
	const cachedPages = ["/", "/tools", "/review"];
	const publicPages = ["/widgets", "/login", "/signup"];
	const privatePages = ["/dashboard/myorders", "/dashboard/myprofile", "/manageTools"];
	const searchTerms = ["wrench", "torque", "pump", "wr", "chain", "zzzz"];
	return [
		{ weight: 30, send: (n) => get(cachedPages[n % cachedPages.length] ?? "/") },
		{ weight: 2, send: (n) => get(publicPages[n % publicPages.length] ?? "/") },
		{ weight: 20, send: (n) => get(`/tools/${tool(n)._id}`) },
		{ weight: 6, send: (n) => get(`/tools?utm_source=${n}`) },
		{ weight: 2, send: (n) => get(`/tools/nothing-${n}`) },
		{ weight: 12, send: (n) => get(`/embed/v1/tools/${tool(n)._id}.json`) },
		{ weight: 2, send: (n) => get(`/embed/v1/tools/${tool(n)._id}?partner=blog-${n}`) },
		{ weight: 14, send: (n) => get(`${tool(n).image}?w=320`, { Accept: "image/webp" }) },
		{
			weight: 3,
			send: (n) => get(`/api/service?limit=20&q=${searchTerms[n % searchTerms.length]}`),
		},
		{ weight: 2, send: () => get("/api/rating?limit=20") },
		{ weight: 2, send: (n) => get(`/api/purchase/${tool(n)._id}`) },
		{
			weight: 1,
			send: (n) => get(privatePages[n % privatePages.length] ?? "/", { Cookie: rider.cookie }),
		},
		{ weight: 1, send: () => get(`/api/order?limit=20&email=${rider.email}`, bearer) },
		{
			weight: 1,
			send: async () => {
				const { line } = await placeLine(shop, rider);
				const address = `${shop.url}/api/order?id=${line._id}`;
				return fetch(address, { method: "DELETE", headers: bearer });
			},
		},
		{
			weight: 1,
			send: (n) =>
				post("/api/auth/sign-in/email", {
					email: n % 2 ? account.email : `unknown-${n}@example.test`,
					password: n % 2 ? account.password : "wrong password",
				}),
		},
		{ weight: 1, send: () => post("/api/order", { productCode: "nothing" }, bearer) },
	];
}

/** Every kind as often as its weight, in a fixed mixed order. */
function interleave(kinds: RequestKind[]): RequestKind[] {
	const all = kinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
	// 37 and the length have no common divisor, so that every element is reached once.
	return all.map((_, n) => all[(n * 37) % all.length]).filter((kind) => kind !== undefined);
}

/** Sends the requests and samples the heap in between, after a garbage collection. */
export async function measureMemory(shop: BenchShop): Promise<MemoryFigures> {
	const inspector = await inspect(shop.inspectorPort);
	const figures: MemoryFigures = { samples: [], statuses: {} };
	const takeSample = async (requestCount: number) =>
		figures.samples.push({ requests: requestCount, ...(await inspector.heapUse()) });
	try {
		await takeSample(0);
		const bar = progress("memory", requests);
		let next = 0;
		const sendUntil = async (kinds: RequestKind[], end: number) => {
			while (next < end) {
				const n = next;
				next += 1;
				const response = await kinds[n % kinds.length]?.send(n);
				await response?.arrayBuffer();
				const status = String(response?.status);
				figures.statuses[status] = (figures.statuses[status] ?? 0) + 1;
				bar(1);
			}
		};
		for (let part = 1; part <= samples; part += 1) {
			const end = (requests * part) / samples;
			// A token is valid for an hour, and a slow machine may take longer for all samples.
			const kinds = interleave(await requestKinds(shop, await signIn(shop, "user")));
			await Promise.all(Array.from({ length: concurrency }, () => sendUntil(kinds, end)));
			await takeSample(end);
		}
		bar.finish();
	} finally {
		inspector.close();
	}
	return figures;
}

/** Why the figures exceed the budget; undefined if they don't. */
export function budgetError({ samples, statuses }: MemoryFigures): string | undefined {
	const maxBytes = Math.max(...samples.map(bytesOf));
	if (maxBytes > heapBudget) {
		return `The Worker's heap took ${maxBytes} bytes: more than ${heapBudget}.`;
	}
	const total = Object.values(statuses).reduce((sum, count) => sum + count, 0);
	const failedCount = (statuses["429"] ?? 0) + (statuses["503"] ?? 0) + (statuses["500"] ?? 0);
	// Rejected requests measure nothing.
	if (failedCount > total / 100) return `${failedCount} of ${total} requests failed.`;
	return undefined;
}
