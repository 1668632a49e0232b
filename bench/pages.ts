/** Every page that is measured: what it loads, what it costs on a miss and on a hit, how long it takes. */
import type { Browser } from "@playwright/test";
import type { Person } from "../local/session.ts";
import { sitePaths } from "../src/site-paths.ts";
import { type Cost, costOf, isHit } from "./api-client.ts";
import type { BenchShop } from "./bench-shop.ts";
import { measurePage, type PageLoad } from "./page-load.ts";
import { connections, type Times, timesOfHits, timesOfMisses } from "./response-times.ts";

/** A page and who looks at it. */
export interface BenchPage {
	path: string;
	role: "visitor" | "customer" | "admin";
	/** What is written to take the page down, where the edge keeps it. */
	purgedBy?: "tools" | "reviews";
	/** Whether Lighthouse looks at it: at every page anyone may see, and at one of each other kind. */
	scored: boolean;
}

/** What one page came to. */
export interface PageFigures {
	status: number;
	/** What D1 did for the first answer, and for the next; the latter is undefined where nothing is kept. */
	miss: Cost;
	hit?: Cost;
	loaded: PageLoad;
}

/** Of the demo, so every bench shop has it. */
const toolId = "torque-wrench";

/** All pages; `paymentPath` is the payment page of an order that is open. */
export function pagesOf(paymentPath: string): BenchPage[] {
	const visitor = (path: string, purgedBy?: "tools" | "reviews"): BenchPage => ({
		path,
		role: "visitor",
		scored: true,
		...(purgedBy && { purgedBy }),
	});
	const customer = (path: string, scored = false): BenchPage => ({
		path,
		role: "customer",
		scored,
	});
	const admin = (path: string, scored = false): BenchPage => ({ path, role: "admin", scored });
	return [
		visitor(sitePaths.home, "tools"),
		visitor(sitePaths.tools, "tools"),
		visitor(sitePaths.tool(toolId), "tools"),
		visitor(sitePaths.review, "reviews"),
		visitor(sitePaths.blogs),
		visitor(sitePaths.portfolio),
		visitor(sitePaths.widgets),
		visitor(sitePaths.login),
		visitor(sitePaths.signup),
		visitor(sitePaths.forgot),
		visitor("/nope"),
		customer(sitePaths.purchase(toolId), true),
		customer(paymentPath, true),
		customer(sitePaths.manageTools),
		customer(sitePaths.myProfile),
		customer(sitePaths.myOrders, true),
		customer(sitePaths.addReview),
		admin(sitePaths.update(toolId)),
		admin(sitePaths.manageOrders),
		admin(sitePaths.manageProducts, true),
		admin(sitePaths.addProducts),
		admin(sitePaths.makeAdmin),
		admin(sitePaths.audit),
		admin(sitePaths.partners),
	];
}

export type Writers = Record<"tools" | "reviews", () => Promise<unknown>>;

async function fetchPage(shop: BenchShop, path: string, person: Person | undefined) {
	const response = await fetch(shop.url + path, {
		redirect: "manual",
		headers: { Accept: "text/html", ...(person && { Cookie: person.cookie }) },
	});
	await response.arrayBuffer();
	return response;
}

/** What a page costs D1 right after a write took it down, and when it is kept again. */
export async function costOfPage(
	shop: BenchShop,
	{ path, purgedBy }: BenchPage,
	person: Person | undefined,
	writers: Writers,
): Promise<Omit<PageFigures, "loaded">> {
	if (purgedBy) await writers[purgedBy]();
	const first = await fetchPage(shop, path, person);
	const second = await fetchPage(shop, path, person);
	return {
		status: first.status,
		miss: costOf(first.headers),
		...(isHit(second.headers) && { hit: costOf(second.headers) }),
	};
}

export function loadPage(
	browser: Browser,
	shop: BenchShop,
	{ path }: BenchPage,
	person: Person | undefined,
): Promise<PageLoad> {
	return measurePage(browser, shop, path, person);
}

/** Times of a kept page by how many ask at once. */
export type PageTimes = Record<number, { hit: Times; miss: Times }>;

export async function timePage(
	shop: BenchShop,
	{ path, purgedBy }: BenchPage,
	writers: Writers,
): Promise<PageTimes | undefined> {
	if (!purgedBy) return undefined;
	const times: PageTimes = {};
	for (const concurrency of connections) {
		const miss = await timesOfMisses(shop, path, concurrency, writers[purgedBy]);
		times[concurrency] = { hit: await timesOfHits(shop, path, concurrency), miss };
	}
	return times;
}
