/** How long the Worker takes. Times are of the machine they were taken on; their ratios travel. */
import { isHit } from "./api-client.ts";
import type { BenchShop } from "./bench-shop.ts";

/** Milliseconds that half of the answers, and all but one in a hundred, took at most. */
export interface Times {
	p50: number;
	p99: number;
}

export const connections = [1, 10, 50] as const;

/** Answers a measurement takes at least. */
const minResponses = 200;

function percentiles(times: number[]): Times {
	const sorted = times.toSorted((one, other) => one - other);
	const quantile = (fraction: number) =>
		sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
	const rounded = (ms: number) => Math.round(ms * 10) / 10;
	return { p50: rounded(quantile(0.5)), p99: rounded(quantile(0.99)) };
}

async function timeRequest(url: string): Promise<{ ms: number; hit: boolean }> {
	const started = performance.now();
	const response = await fetch(url);
	await response.arrayBuffer();
	return { ms: performance.now() - started, hit: isHit(response.headers) };
}

/** Times of a page that is kept: so many connections, each asking again as soon as it is answered. */
export async function timesOfHits(
	shop: BenchShop,
	path: string,
	concurrency: number,
): Promise<Times> {
	const url = shop.url + path;
	await timeRequest(url);
	const times: number[] = [];
	await Promise.all(
		Array.from({ length: concurrency }, async () => {
			while (times.length < minResponses) times.push((await timeRequest(url)).ms);
		}),
	);
	return percentiles(times);
}

/** Times of a page that a write has just taken down, for as many as ask at once: one render for all. */
export async function timesOfMisses(
	shop: BenchShop,
	path: string,
	concurrency: number,
	purge: () => Promise<unknown>,
): Promise<Times> {
	const times: number[] = [];
	while (times.length < Math.max(40, concurrency * 4)) {
		await purge();
		const results = await Promise.all(
			Array.from({ length: concurrency }, () => timeRequest(shop.url + path)),
		);
		times.push(...results.map(({ ms }) => ms));
	}
	return percentiles(times);
}
