/** The pages' budgets, in counts that repeat: bytes, scripts, D1 trips and rows. */
import { brotliCompressSync, constants } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import { admin, expectNoise, newPerson, shopUrl, signIn, signUp, test } from "./shop.ts";

const kilobyte = 1024;
const firstPaint = 14 * kilobyte;
const script = 3 * kilobyte;
const signedInScript = 85 * kilobyte;
/** Its rows are forms inside a list: the one page with both libraries of ours. */
const manageProductsScript = 87 * kilobyte;

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

for (const [width, height] of [
	[390, 844],
	[1440, 900],
] as const) {
	test(`no public page moves at ${width} px`, async ({ page }) => {
		expectNoise(page, /404/);
		await page.setViewportSize({ width, height });
		for (const path of publicPages) {
			await page.goto(path, { waitUntil: "networkidle" });
			expect(await shiftOf(page), path).toBe(0);
		}
	});
}

/** The layout shift of a page so far (W3C Layout Instability). */
function shiftOf(page: Page): Promise<number> {
	return page.evaluate(
		() =>
			new Promise<number>((resolve) => {
				let sum = 0;
				new PerformanceObserver((list) => {
					for (const entry of list.getEntries()) {
						if ("value" in entry) sum += Number(entry.value);
					}
				}).observe({ type: "layout-shift", buffered: true });
				// Two frames on, what was noted before has been told.
				requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
			}),
	);
}

/** Bytes of the shop's own scripts that a page asks for until it is quiet; Stripe's are not ours. */
async function scriptBytes(page: Page, path: string): Promise<number> {
	const sources = new Set<string>();
	const note = (request: { resourceType(): string; url(): string }) => {
		if (request.resourceType() === "script") sources.add(request.url());
	};
	page.on("request", note);
	await page.goto(path, { waitUntil: "networkidle" });
	page.off("request", note);
	const own = [...sources].filter((source) => source.startsWith(shopUrl()));
	expect(own.length).toBeGreaterThan(0);
	const sizes = await Promise.all(own.map(async (source) => brotli((await get(source)).text)));
	return sizes.reduce((sum, size) => sum + size, 0);
}

test("a customer's pages ship at most 85 KB of script", async ({ page }) => {
	for (const path of ["/login", "/signup"]) {
		expect(await scriptBytes(page, path), path).toBeLessThanOrEqual(signedInScript);
	}
	await page.goto("/signup?from=/purchase/torque-wrench");
	await signUp(page, newPerson());
	await page.getByLabel("Phone").fill("+1 555 0123");
	await page.getByLabel("Address").fill("5 Spoke Street");
	await page.getByRole("button", { name: "Order", exact: true }).click();
	const payment = await page.getByRole("link", { name: "Pay now" }).getAttribute("href");
	for (const path of [
		"/purchase/torque-wrench",
		payment ?? "",
		"/manageTools",
		"/dashboard/myprofile",
		"/dashboard/myorders",
		"/dashboard/addreview",
	]) {
		expect(await scriptBytes(page, path), path).toBeLessThanOrEqual(signedInScript);
	}
});

test("an administrator's pages ship at most 85 KB of script", async ({ page }) => {
	await page.goto("/login");
	await signIn(page, admin);
	await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
	for (const path of [
		"/manageTools",
		"/update/torque-wrench",
		"/dashboard/makeAdmin",
		"/dashboard/addProducts",
		"/dashboard/manageOrders",
		"/dashboard/history",
		"/dashboard/partners",
	]) {
		expect(await scriptBytes(page, path), path).toBeLessThanOrEqual(signedInScript);
	}
	const rows = await scriptBytes(page, "/dashboard/manageProducts");
	expect(rows).toBeLessThanOrEqual(manageProductsScript);
});
