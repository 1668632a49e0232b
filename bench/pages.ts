/** Every page that is measured: what it loads, what it costs on a miss and on a hit, how long it takes. */
import type { Browser } from "@playwright/test";
import type { Person } from "../local/entering.ts";
import { sitePaths } from "../src/site.ts";
import { type Cost, costOf, isHit } from "./ask.ts";
import { type Loaded, measurePage } from "./browser.ts";
import type { BenchShop } from "./shop.ts";
import { connections, type Times, timesOfHits, timesOfMisses } from "./times.ts";

/** A page and who looks at it. */
export interface BenchPage {
	path: string;
	who: "visitor" | "customer" | "admin";
	/** What is written to take the page down, where the edge keeps it. */
	kept?: "tools" | "reviews";
	/** Whether Lighthouse looks at it: at every page anyone may see, and at one of each other kind. */
	looked: boolean;
}

/** What one page came to. */
export interface PageFigures {
	status: number;
	/** What D1 did for the first answer, and for the next; the latter is undefined where nothing is kept. */
	miss: Cost;
	hit?: Cost;
	loaded: Loaded;
}

/** Of the demo, so every bench shop has it. */
const tool = "torque-wrench";

/** All pages; `paymentPath` is the payment page of an order that is open. */
export function pagesOf(paymentPath: string): BenchPage[] {
	const visitor = (path: string, kept?: "tools" | "reviews"): BenchPage => ({
		path,
		who: "visitor",
		looked: true,
		...(kept && { kept }),
	});
	const customer = (path: string, looked = false): BenchPage => ({ path, who: "customer", looked });
	const admin = (path: string, looked = false): BenchPage => ({ path, who: "admin", looked });
	return [
		visitor(sitePaths.home, "tools"),
		visitor(sitePaths.tools, "tools"),
		visitor(sitePaths.tool(tool), "tools"),
		visitor(sitePaths.review, "reviews"),
		visitor(sitePaths.blogs),
		visitor(sitePaths.portfolio),
		visitor(sitePaths.widgets),
		visitor(sitePaths.login),
		visitor(sitePaths.signup),
		visitor(sitePaths.forgot),
		visitor("/nope"),
		customer(sitePaths.purchase(tool), true),
		customer(paymentPath, true),
		customer(sitePaths.manageTools),
		customer(sitePaths.myProfile),
		customer(sitePaths.myOrders, true),
		customer(sitePaths.addReview),
		admin(sitePaths.update(tool)),
		admin(sitePaths.manageOrders),
		admin(sitePaths.manageProducts, true),
		admin(sitePaths.addProducts),
		admin(sitePaths.makeAdmin),
		admin(sitePaths.history),
		admin(sitePaths.partners),
	];
}

export type Writers = Record<"tools" | "reviews", () => Promise<unknown>>;

async function open(shop: BenchShop, path: string, person: Person | undefined) {
	const answer = await fetch(shop.url + path, {
		redirect: "manual",
		headers: { Accept: "text/html", ...(person && { Cookie: person.cookie }) },
	});
	await answer.arrayBuffer();
	return answer;
}

/** What a page costs D1 right after a write took it down, and when it is kept again. */
export async function costOfPage(
	shop: BenchShop,
	{ path, kept }: BenchPage,
	person: Person | undefined,
	write: Writers,
): Promise<Omit<PageFigures, "loaded">> {
	if (kept) await write[kept]();
	const first = await open(shop, path, person);
	const again = await open(shop, path, person);
	return {
		status: first.status,
		miss: costOf(first.headers),
		...(isHit(again.headers) && { hit: costOf(again.headers) }),
	};
}

export function loadPage(
	browser: Browser,
	shop: BenchShop,
	{ path }: BenchPage,
	person: Person | undefined,
): Promise<Loaded> {
	return measurePage(browser, shop, path, person);
}

/** Times of a kept page by how many ask at once. */
export type PageTimes = Record<number, { hit: Times; miss: Times }>;

export async function timePage(
	shop: BenchShop,
	{ path, kept }: BenchPage,
	write: Writers,
): Promise<PageTimes | undefined> {
	if (!kept) return undefined;
	const times: PageTimes = {};
	for (const at of connections) {
		const miss = await timesOfMisses(shop, path, at, write[kept]);
		times[at] = { hit: await timesOfHits(shop, path, at), miss };
	}
	return times;
}
