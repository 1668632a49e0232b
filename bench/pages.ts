/** The measured pages: what they load, their D1 cost on a cache miss and hit, and their times. */
import type { Browser } from "@playwright/test";
import type { Person } from "../local/session.ts";
import { publicPaths } from "../src/paths/public.ts";
import { sitePaths } from "../src/paths/site.ts";
import { staffPaths } from "../src/paths/staff.ts";
import { packingPath } from "../src/shop/shipments/packing.ts";
import { type Cost, costOf, isHit } from "./api-client.ts";
import type { BenchShop } from "./bench-shop.ts";
import { measurePage, type PageLoad } from "./page-load.ts";
import { connections, type Times, timesOfHits, timesOfMisses } from "./response-times.ts";

/** A page and the role of its user. */
export interface BenchPage {
	path: string;
	role: "visitor" | "customer" | "admin";
	/** The write that purges the page, if it is cached. */
	purgedBy?: "tools" | "reviews";
	/** Whether Lighthouse scores it: every public page, and one of each other kind. */
	scored: boolean;
}

/** One page's figures. */
export interface PageFigures {
	status: number;
	/** The D1 cost of the first response and of the next; the latter is undefined if the page isn't cached. */
	miss: Cost;
	hit?: Cost;
	loaded: PageLoad;
}

/** A demo tool, which every bench shop has. */
const toolId = "torque-wrench";

/** All pages; `lineId` is an unpaid order's. */
export function pagesOf(lineId: string): BenchPage[] {
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
		visitor(`${sitePaths.tools}?in-stock=1&rating=4`, "tools"),
		// Not indexed, which Lighthouse counts against a page.
		{ ...visitor(publicPaths.search("chian breaker"), "tools"), scored: false },
		visitor(sitePaths.tool({ _id: toolId }), "tools"),
		visitor(publicPaths.categories, "tools"),
		visitor(publicPaths.category("torque"), "tools"),
		visitor(publicPaths.fit, "tools"),
		visitor(publicPaths.fitDimension("bottom-bracket")),
		visitor(publicPaths.jobs),
		visitor(publicPaths.job("replace-rotor"), "tools"),
		visitor(sitePaths.review, "reviews"),
		visitor(publicPaths.blogs),
		visitor(publicPaths.portfolio),
		visitor(publicPaths.widgets),
		visitor(sitePaths.login),
		visitor(sitePaths.signup),
		visitor(sitePaths.forgot),
		visitor(sitePaths.cart),
		visitor("/nope"),
		customer(sitePaths.purchase(toolId), true),
		customer(sitePaths.payment(lineId), true),
		customer(sitePaths.order(lineId), true),
		customer(sitePaths.manageTools),
		customer(sitePaths.myProfile),
		customer(sitePaths.myOrders, true),
		customer(sitePaths.addReview),
		admin(sitePaths.update(toolId)),
		admin(`${staffPaths.orders}?tab=all`),
		admin(staffPaths.toShip),
		admin(staffPaths.packing),
		admin(staffPaths.customers),
		admin(sitePaths.manageOrders),
		admin(packingPath(lineId)),
		admin(sitePaths.manageProducts, true),
		admin(staffPaths.product(toolId), true),
		admin(sitePaths.addProducts),
		admin(sitePaths.makeAdmin),
		admin(staffPaths.audit),
		admin(staffPaths.overview),
		admin(staffPaths.manageCategories),
		admin(`${staffPaths.reviews}?view=all`),
		admin(staffPaths.questions),
		admin(staffPaths.returns),
		admin(staffPaths.health),
		admin(staffPaths.imports),
		admin(staffPaths.exports),
		admin(staffPaths.partners),
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

/** The D1 cost of a page right after a purge, and once it is cached again. */
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

/** Measures what a page loads. */
export function loadPage(
	browser: Browser,
	shop: BenchShop,
	{ path }: BenchPage,
	person: Person | undefined,
): Promise<PageLoad> {
	return measurePage(browser, shop, path, person);
}

/** Response times of a cached page by concurrency. */
export type PageTimes = Record<number, { hit: Times; miss: Times }>;

/** Measures the response times of a cached page; undefined for other pages. */
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
