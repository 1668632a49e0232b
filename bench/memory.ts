/** What the Worker's isolate holds after many requests of every kind. A count, but for garbage not yet found. */
import * as v from "valibot";
import { demoAccounts } from "../local/accounts.ts";
import type { Person } from "../local/entering.ts";
import { signIn } from "./ask.ts";
import { placeOrder } from "./calls.ts";
import { bytesOf, type HeapUse, inspect } from "./inspector.ts";
import { progress } from "./progress.ts";
import type { BenchShop } from "./shop.ts";

/** Half of what an isolate gets on Cloudflare (docs: Workers, Limits, Memory: 128 MB), in bytes. */
export const heapBudget = 64 * 1024 * 1024;

/** Requests of a measurement, how many run at once, and after how many the heap is looked at. */
const requests = 100_000;
const atOnce = 32;
const looks = 5;

/** The heap after so many requests. */
export interface HeapLook extends HeapUse {
	requests: number;
}

export interface MemoryFigures {
	looks: HeapLook[];
	/** How many answers had which status. */
	statuses: Record<string, number>;
}

/** One kind of request: of a hundred requests, `share` are of it. */
interface Kind {
	share: number;
	ask: (n: number) => Promise<Response>;
}

const someTools = v.array(v.object({ _id: v.string(), image: v.string() }));

/** All kinds; what an address can vary by is varied, so that whatever is kept by address grows. */
async function kindsOf(shop: BenchShop, rider: Person): Promise<Kind[]> {
	const listed = await fetch(`${shop.url}/api/service?limit=100`);
	const tools = v.parse(someTools, await listed.json());
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
	const keptPages = ["/", "/tools", "/review"];
	const openPages = ["/widgets", "/login", "/signup"];
	const privatePages = ["/dashboard/myorders", "/dashboard/myprofile", "/manageTools"];
	const words = ["wrench", "torque", "pump", "wr", "chain", "zzzz"];
	return [
		{ share: 30, ask: (n) => get(keptPages[n % keptPages.length] ?? "/") },
		{ share: 2, ask: (n) => get(openPages[n % openPages.length] ?? "/") },
		{ share: 20, ask: (n) => get(`/tools/${tool(n)._id}`) },
		{ share: 6, ask: (n) => get(`/tools?utm_source=${n}`) },
		{ share: 2, ask: (n) => get(`/tools/nothing-${n}`) },
		{ share: 12, ask: (n) => get(`/embed/v1/tools/${tool(n)._id}.json`) },
		{ share: 2, ask: (n) => get(`/embed/v1/tools/${tool(n)._id}?partner=blog-${n}`) },
		{ share: 14, ask: (n) => get(`${tool(n).image}?w=320`, { Accept: "image/webp" }) },
		{ share: 3, ask: (n) => get(`/api/service?limit=20&q=${words[n % words.length]}`) },
		{ share: 2, ask: () => get("/api/rating?limit=20") },
		{ share: 2, ask: (n) => get(`/api/purchase/${tool(n)._id}`) },
		{
			share: 1,
			ask: (n) => get(privatePages[n % privatePages.length] ?? "/", { Cookie: rider.cookie }),
		},
		{ share: 1, ask: () => get(`/api/order?limit=20&email=${rider.email}`, bearer) },
		{
			share: 1,
			ask: async () => {
				const { order } = await placeOrder(shop, rider);
				const address = `${shop.url}/api/order?id=${order._id}`;
				return fetch(address, { method: "DELETE", headers: bearer });
			},
		},
		{
			share: 1,
			ask: (n) =>
				post("/api/auth/sign-in/email", {
					email: n % 2 ? account.email : `nobody-${n}@example.test`,
					password: n % 2 ? account.password : "wrong password",
				}),
		},
		{ share: 1, ask: () => post("/api/order", { productCode: "nothing" }, bearer) },
	];
}

/** Every kind as often as its share, mixed the same way each time. */
function mixed(kinds: Kind[]): Kind[] {
	const all = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
	// 37 and the length have no common divisor: each step lands elsewhere, and all are reached.
	return all.map((_, n) => all[(n * 37) % all.length]).filter((kind) => kind !== undefined);
}

/** Sends the requests and looks at the heap in between, after garbage was collected. */
export async function measureMemory(shop: BenchShop): Promise<MemoryFigures> {
	const inspector = await inspect(shop.inspectorPort);
	const figures: MemoryFigures = { looks: [], statuses: {} };
	const look = async (done: number) =>
		figures.looks.push({ requests: done, ...(await inspector.heapUse()) });
	try {
		await look(0);
		const sent = progress("memory", requests);
		let next = 0;
		const send = async (kinds: Kind[], until: number) => {
			while (next < until) {
				const n = next;
				next += 1;
				const answer = await kinds[n % kinds.length]?.ask(n);
				await answer?.arrayBuffer();
				const status = String(answer?.status);
				figures.statuses[status] = (figures.statuses[status] ?? 0) + 1;
				sent(1);
			}
		};
		for (let part = 1; part <= looks; part += 1) {
			const until = (requests * part) / looks;
			// A token lasts an hour, which a busy machine may take for all of it.
			const kinds = mixed(await kindsOf(shop, await signIn(shop, "user")));
			await Promise.all(Array.from({ length: atOnce }, () => send(kinds, until)));
			await look(until);
		}
		sent.end();
	} finally {
		inspector.close();
	}
	return figures;
}

/** Why the figures break the budget; undefined where they hold it. */
export function overBudget({ looks, statuses }: MemoryFigures): string | undefined {
	const most = Math.max(...looks.map(bytesOf));
	if (most > heapBudget) {
		return `The Worker's heap took ${most} bytes: more than ${heapBudget}.`;
	}
	const total = Object.values(statuses).reduce((sum, count) => sum + count, 0);
	const limited = (statuses["429"] ?? 0) + (statuses["503"] ?? 0) + (statuses["500"] ?? 0);
	// Requests that are turned away at the door measure nothing.
	if (limited > total / 100) return `${limited} of ${total} requests were not answered.`;
	return undefined;
}
