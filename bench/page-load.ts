/** Measures what a page loads and its layout shift in Chromium. */
import { brotliCompressSync, constants } from "node:zlib";
import { type Browser, type BrowserContext, chromium, type Response } from "@playwright/test";
import type { Person } from "../local/session.ts";
import { findBrowser } from "../tests/setup/find-browser.ts";
import type { BenchShop } from "./bench-shop.ts";
import { keyTimes, layoutShift, pageHeight, recordKeys, recordLayoutShift } from "./in-page.js";

/** What a page loads before anybody scrolls. Sizes are after brotli 11, except for images and fonts, which are compressed already. Third-party resources are Stripe's. */
export interface PageLoad {
	requests: number;
	bytes: Record<"html" | "css" | "js" | "font" | "image" | "data" | "thirdParty", number>;
	/** The size of each island's script with all its imports but React, by the island's name. */
	islands: Record<string, number>;
	/** Cumulative layout shift at a phone's and at a desktop's width. */
	shift: { phone: number; desktop: number };
	/** The slowest of some keys until the next paint, at a quarter of the processor, in milliseconds; of lists with keys. */
	keyMs?: number;
}

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

const resourceKinds: Record<string, keyof PageLoad["bytes"]> = {
	document: "html",
	stylesheet: "css",
	script: "js",
	font: "font",
	image: "image",
};

/** The size of a body after brotli at its best (quality 11), in bytes. */
function brotli(body: Uint8Array | string): number {
	return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

/** Launches Chromium. */
export async function openBrowser(): Promise<Browser> {
	return chromium.launch({
		executablePath: await findBrowser(),
		args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
	});
}

async function contextFor(
	browser: Browser,
	shop: BenchShop,
	person: Person | undefined,
	viewport: { width: number; height: number },
): Promise<BrowserContext> {
	const context = await browser.newContext({ baseURL: shop.url, viewport });
	const cookies = person?.cookie.split("; ").map((pair) => {
		const [name = "", ...value] = pair.split("=");
		return { name, value: value.join("="), url: shop.url };
	});
	if (cookies) await context.addCookies(cookies);
	await context.addInitScript(recordLayoutShift);
	return context;
}

/** A response that a page loaded, with its transfer size. */
interface LoadedResource {
	kind: keyof PageLoad["bytes"];
	body: Buffer;
	bytes: number;
}

/** The transfer size in bytes. Images and fonts are compressed already, except for SVG. */
function transferSize(kind: keyof PageLoad["bytes"], type: string, body: Buffer): number {
	const isCompressed = kind === "font" || (kind === "image" && !type.startsWith("image/svg"));
	return isCompressed ? body.length : brotli(body);
}

/** Opens a page and waits for the network to be idle; then scrolls to its end, whose lazy images count for the shift alone. */
async function visitPage(context: BrowserContext, shop: BenchShop, path: string) {
	const page = await context.newPage();
	const responses: Response[] = [];
	page.on("response", (response) => responses.push(response));
	await page.goto(path, { waitUntil: "networkidle" });
	const loaded = [...responses];
	const height = await page.evaluate(pageHeight);
	for (let y = 0; y < Math.min(height, 20_000); y += 600) await page.mouse.wheel(0, 600);
	await page.waitForLoadState("networkidle");
	const shift = await page.evaluate(layoutShift);
	const resources: LoadedResource[] = [];
	for (const response of loaded) {
		// A redirect has no body.
		const body = await response.body().catch(() => Buffer.alloc(0));
		const isOwn = response.url().startsWith(shop.url);
		const kind = isOwn
			? (resourceKinds[response.request().resourceType()] ?? "data")
			: "thirdParty";
		const type = response.headers()["content-type"] ?? "";
		resources.push({ kind, body, bytes: transferSize(kind, type, body) });
	}
	await page.close();
	return { resources, shift: Math.round(shift * 10_000) / 10_000 };
}

/** Keys of the administrators' orders: select, go on, go on and select, back, select nothing. */
const listKeys = ["x", "j", "x", "J", "J", "k", "x", "Escape"];

/** The slowest key of a list, or undefined if the page has no list with keys. */
async function slowestKey(context: BrowserContext, path: string): Promise<number | undefined> {
	const page = await context.newPage();
	try {
		await page.goto(path, { waitUntil: "networkidle" });
		if ((await page.locator(".workspace-rows").count()) === 0) return undefined;
		await page.evaluate(recordKeys);
		const session = await context.newCDPSession(page);
		await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
		for (const key of listKeys) {
			await page.keyboard.press(key);
			await page.evaluate(keyTimes);
		}
		// Shorter ones are not reported.
		return Math.max(16, ...(await page.evaluate(keyTimes)));
	} finally {
		await page.close();
	}
}

/** Measures a page for a visitor or a signed-in user. */
export async function measurePage(
	browser: Browser,
	shop: BenchShop,
	path: string,
	person: Person | undefined,
): Promise<PageLoad> {
	const measureAt = async (viewport: typeof phone) => {
		const context = await contextFor(browser, shop, person, viewport);
		const visit = await visitPage(context, shop, path);
		const keyMs = viewport === desktop ? await slowestKey(context, path) : undefined;
		await context.close();
		return { ...visit, keyMs };
	};
	const { resources, shift } = await measureAt(phone);
	const bytes = { html: 0, css: 0, js: 0, font: 0, image: 0, data: 0, thirdParty: 0 };
	for (const resource of resources) bytes[resource.kind] += resource.bytes;
	const html = resources.find(({ kind }) => kind === "html")?.body.toString() ?? "";
	const { shift: desktopShift, keyMs } = await measureAt(desktop);
	return {
		requests: resources.length,
		bytes,
		islands: await islandsOf(shop, html),
		shift: { phone: shift, desktop: desktopShift },
		...(keyMs !== undefined && { keyMs }),
	};
}

/** Scripts that were read, by URL: their sizes and imports. */
const scriptCache = new Map<string, { size: number; imports: string[] }>();

async function readScript(url: string) {
	const cached = scriptCache.get(url);
	if (cached) return cached;
	const text = await (await fetch(url)).text();
	const found = [...text.matchAll(/(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g)];
	const imports = found.map(([, path = ""]) => new URL(path, url).href);
	const script = { size: brotli(text), imports };
	scriptCache.set(url, script);
	return script;
}

/** The URLs of a script and all its imports. */
async function importClosure(url: string, found = new Set<string>()): Promise<Set<string>> {
	if (found.has(url)) return found;
	found.add(url);
	for (const next of (await readScript(url)).imports) await importClosure(next, found);
	return found;
}

async function islandsOf(shop: BenchShop, html: string): Promise<Record<string, number>> {
	const sizes: Record<string, number> = {};
	for (const [tag] of html.matchAll(/<astro-island\b[^>]*>/g)) {
		const attribute = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(tag)?.[1];
		const [component, renderer] = [attribute("component-url"), attribute("renderer-url")];
		if (!component || !renderer) continue;
		const reactScripts = await importClosure(shop.url + renderer);
		const ownScripts = [...(await importClosure(shop.url + component))].filter(
			(url) => !reactScripts.has(url),
		);
		const name = /"name":\s*"([^"]+)"/.exec(tag.replaceAll("&quot;", '"'))?.[1];
		const totalSize = async (urls: Iterable<string>) => {
			let sum = 0;
			for (const url of urls) sum += (await readScript(url)).size;
			return sum;
		};
		sizes.React = await totalSize(reactScripts);
		sizes[name ?? component] = await totalSize(ownScripts);
	}
	return sizes;
}
