/** The public pages' budgets, in counts that repeat: bytes, scripts, D1 trips and rows. */
import { brotliCompressSync, constants } from "node:zlib";
import { expect } from "@playwright/test";
import { shopUrl, test } from "./shop.ts";

const kilobyte = 1024;
const firstPaint = 14 * kilobyte;
const script = 3 * kilobyte;

const publicPages = [
	"/",
	"/tools",
	"/tools/torque-wrench",
	"/review",
	"/blogs",
	"/portfolio",
	"/nope",
];

function brotli(text: string): number {
	return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

async function get(path: string): Promise<{ text: string; headers: Headers }> {
	const response = await fetch(new URL(path, shopUrl()));
	return { text: await response.text(), headers: response.headers };
}

/** What a page's script tags load and what stands in them. */
async function scriptsOf(html: string): Promise<string[]> {
	const tags = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
	return Promise.all(
		tags.map(async ([, attributes = "", inline = ""]) => {
			const source = /\bsrc="([^"]+)"/.exec(attributes)?.[1];
			return source ? (await get(source)).text : inline;
		}),
	);
}

for (const path of publicPages) {
	test(`${path} paints from one congestion window`, async () => {
		const { text } = await get(path);
		const links = [...text.matchAll(/<link[^>]+rel="stylesheet"[^>]*href="([^"]+)"/g)];
		const styles = await Promise.all(links.map(async ([, href = ""]) => (await get(href)).text));
		const bytes = [text, ...styles].reduce((sum, part) => sum + brotli(part), 0);
		expect(bytes).toBeLessThanOrEqual(firstPaint);
	});

	test(`${path} ships little script, and no React`, async () => {
		const scripts = await scriptsOf((await get(path)).text);
		expect(scripts.reduce((sum, part) => sum + brotli(part), 0)).toBeLessThanOrEqual(script);
		for (const part of scripts) expect(part).not.toMatch(/react|hydrateRoot/i);
	});
}

for (const path of ["/", "/tools", "/tools/torque-wrench", "/review"]) {
	test(`${path} asks the database once`, async () => {
		const timing = (await get(path)).headers.get("server-timing") ?? "";
		expect(timing).toMatch(/desc="trips=1 read=\d+ written=0"/);
		expect(Number(/read=(\d+)/.exec(timing)?.[1])).toBeLessThanOrEqual(30);
	});
}
