/** How long the Worker takes. Times are of the machine they were taken on; their ratios travel. */
import { isHit } from "./ask.ts";
import type { BenchShop } from "./shop.ts";

/** Milliseconds that half of the answers, and all but one in a hundred, took at most. */
export interface Times {
	p50: number;
	p99: number;
}

export const connections = [1, 10, 50] as const;

/** Answers a measurement takes at least. */
const answers = 200;

function spread(times: number[]): Times {
	const sorted = times.toSorted((one, other) => one - other);
	const at = (part: number) =>
		sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
	const rounded = (ms: number) => Math.round(ms * 10) / 10;
	return { p50: rounded(at(0.5)), p99: rounded(at(0.99)) };
}

async function timed(url: string): Promise<{ ms: number; hit: boolean }> {
	const started = performance.now();
	const answer = await fetch(url);
	await answer.arrayBuffer();
	return { ms: performance.now() - started, hit: isHit(answer.headers) };
}

/** Times of a page that is kept: so many connections, each asking again as soon as it is answered. */
export async function timesOfHits(shop: BenchShop, path: string, at: number): Promise<Times> {
	const url = shop.url + path;
	await timed(url);
	const times: number[] = [];
	await Promise.all(
		Array.from({ length: at }, async () => {
			while (times.length < answers) times.push((await timed(url)).ms);
		}),
	);
	return spread(times);
}

/** Times of a page that a write has just taken down, for as many as ask at once: one render for all. */
export async function timesOfMisses(
	shop: BenchShop,
	path: string,
	at: number,
	takeDown: () => Promise<unknown>,
): Promise<Times> {
	const times: number[] = [];
	while (times.length < Math.max(40, at * 4)) {
		await takeDown();
		const asked = await Promise.all(Array.from({ length: at }, () => timed(shop.url + path)));
		times.push(...asked.map(({ ms }) => ms));
	}
	return spread(times);
}
