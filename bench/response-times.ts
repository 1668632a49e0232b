/** Measures response times. They depend on the machine; only their ratios are comparable. */
import { isHit } from "./api-client.ts";
import type { BenchShop } from "./bench-shop.ts";

/** The median and the 99th percentile, in milliseconds. */
export interface Times {
	p50: number;
	p99: number;
}

export const connections = [1, 10, 50] as const;

/** The minimum number of responses of a measurement. */
const minResponses = 200;

function percentiles(times: number[]): Times {
	const sorted = times.toSorted((a, b) => a - b);
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

/** Times of a cached page: each connection sends its next request after the previous response. */
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

/** Times of a page right after a purge, with concurrent requests, which share one render. */
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
