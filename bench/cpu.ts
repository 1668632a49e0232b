/**
 * Measures the processor time of the Worker's isolate for a request, without the database's and the server's. A busy
 * machine interrupts the isolate, which counts as well: compare with the route that does nothing.
 */
import type { BenchShop } from "./bench-shop.ts";
import { inspect } from "./inspector.ts";

/** Requests of each kind before and while it is measured. */
const requests = 1000;

/** What visitors type: beginnings, misspelt and unknown words. */
const typed = [
	"tor",
	"bottom brak",
	"chian",
	"chain bre",
	"tyre lev",
	"wheel wobb",
	"pedal wrench",
	"xyzzy",
];

/** The path of the nth request. Each is another one, so that none comes from the cache. */
const kinds: Record<string, (n: number) => string> = {
	"/robots.txt": () => "/robots.txt",
	"/suggest?q=": (n) => `/suggest?q=${encodeURIComponent(`${typed[n % typed.length]} ${n}`)}`,
	"/tools?q=": (n) => `/tools?q=${encodeURIComponent(`${typed[n % typed.length]} ${n}`)}`,
};

/** Returns the milliseconds of a request by kind. Throws if one fails. */
export async function measureCpu(shop: BenchShop): Promise<Record<string, number>> {
	const inspector = await inspect(shop.inspectorPort);
	const times: Record<string, number> = {};
	let next = 0;
	const send = async (path: (n: number) => string) => {
		for (let n = 0; n < requests; n += 1) {
			next += 1;
			const response = await fetch(shop.url + path(next));
			if (!response.ok) throw new Error(`${path(next)} answered ${response.status}.`);
			await response.arrayBuffer();
		}
	};
	try {
		for (const [kind, path] of Object.entries(kinds)) {
			await send(path);
			times[kind] = (await inspector.busyTime(() => send(path))) / requests;
		}
	} finally {
		inspector.close();
	}
	return times;
}
