/** The public pages' budgets, in counts that repeat: bytes, scripts, D1 trips and rows, shift. */
import { expect } from "@playwright/test";
import { brotli, get, kilobyte, screens, shiftOf } from "./budgets.ts";
import { expectNoise, shopUrl, test } from "./shop.ts";

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

/** What a page's script tags load and what stands in them, with all they import. */
async function scriptsOf(html: string): Promise<string[]> {
	const found = new Map<string, string>();
	for (const [, attributes = "", inline = ""] of html.matchAll(
		/<script\b([^>]*)>([\s\S]*?)<\/script>/g,
	)) {
		const source = /\bsrc="([^"]+)"/.exec(attributes)?.[1];
		if (source) await load(source, found);
		else found.set(`inline ${found.size}`, inline);
	}
	return [...found.values()];
}

/** Loads a script and, in turn, what it imports. */
async function load(source: string, found: Map<string, string>): Promise<void> {
	if (found.has(source)) return;
	const { text } = await get(source);
	found.set(source, text);
	for (const [, path = ""] of text.matchAll(/(?:from|import)\s*["'](\.{1,2}\/[^"']+)["']/g)) {
		await load(new URL(path, new URL(source, shopUrl())).pathname, found);
	}
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
	test(`${path} asks the database once, or not at all where it is kept`, async () => {
		for (let n = 0; n < 2; n += 1) {
			const { headers } = await get(path);
			// Whatever another journey writes meanwhile, an answer says itself where it came from.
			const kept = /\b(hit|collapsed)\b/.test(headers.get("cache-status") ?? "");
			const timing = headers.get("server-timing") ?? "";
			const [, trips, read] = /desc="trips=(\d+) read=(\d+) written=0"/.exec(timing) ?? [];
			expect(Number(trips), timing).toBe(kept ? 0 : 1);
			expect(Number(read), timing).toBeLessThanOrEqual(kept ? 0 : 30);
		}
	});
}

for (const screen of screens) {
	test(`no public page moves at ${screen.width} px`, async ({ page }) => {
		expectNoise(page, /404/);
		await page.setViewportSize(screen);
		for (const path of publicPages) {
			await page.goto(path, { waitUntil: "networkidle" });
			expect(await shiftOf(page), path).toBe(0);
		}
	});
}
