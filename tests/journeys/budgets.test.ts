/** The pages' budgets, in counts that repeat: bytes, scripts, D1 trips and rows. */
import { brotliCompressSync, constants } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import { admin, newPerson, shopUrl, signIn, signUp, test } from "./shop.ts";

const kilobyte = 1024;
const firstPaint = 14 * kilobyte;
const script = 3 * kilobyte;
const signedInScript = 85 * kilobyte;

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
		"/dashboard/manageProducts",
	]) {
		expect(await scriptBytes(page, path), path).toBeLessThanOrEqual(signedInScript);
	}
});
