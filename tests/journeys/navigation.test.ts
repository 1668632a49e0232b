/** Navigation between pages: prefetch, and the back-forward cache. */
import { expect, type Page, type Request } from "@playwright/test";
import {
	admin,
	allowConsole,
	newCustomer,
	newPerson,
	openAs,
	openAsNewCustomer,
	order,
	shopUrl,
	test,
} from "./fixtures.ts";

// Playwright disables the back-forward cache, which these tests need.
test.use({
	launchOptions: async ({ launchOptions }, use) =>
		use({ ...launchOptions, ignoreDefaultArgs: ["--disable-back-forward-cache"] }),
});

/** Leaves a page and goes back; returns how the browser navigated, and why not from its cache. */
async function leaveAndGoBack(page: Page, path: string, away: string): Promise<string> {
	await page.goto(path, { waitUntil: "networkidle" });
	await page.goto(away);
	return navigateBy(page, "back");
}

/**
 * Goes back or forward; returns how the browser navigated, and why not from its cache. Uses the DevTools
 * protocol, because Playwright waits for a load event that a restored page does not fire.
 */
async function navigateBy(page: Page, direction: "back" | "forward"): Promise<string> {
	const browser = await page.context().newCDPSession(page);
	await browser.send("Page.enable");
	const navigated = new Promise<string>((resolve) => {
		browser.on("Page.frameNavigated", ({ frame, type }) => {
			if (!frame.parentId) resolve(`${type} ${new URL(frame.url).pathname}`);
		});
	});
	await page.evaluate((step) => setTimeout(() => history[step]()), direction);
	const how = await navigated;
	await browser.detach();
	return how.startsWith("Navigation") ? `${how}: ${await notRestoredReasons(page)}` : how;
}

/** Why the browser did not restore a page (HTML Standard, NotRestoredReasons). */
async function notRestoredReasons(page: Page): Promise<string> {
	await page.waitForLoadState();
	return page.evaluate(() => {
		const [navigation] = performance.getEntriesByType("navigation");
		const found: unknown = navigation && Reflect.get(navigation, "notRestoredReasons");
		if (typeof found !== "object" || found === null) return "nothing is said";
		const reasons: unknown = Reflect.get(found, "reasons");
		if (!Array.isArray(reasons)) return "nothing is said";
		return reasons
			.map((one: { reason: string }) => one.reason)
			.filter((reason) => reason !== "masked")
			.join(", ");
	});
}

const restored = (path: string) => `BackForwardCacheRestore ${path}`;

/** Opens the pages in pairs: leaves the first for the second, goes back to it, and forward again. */
async function expectRestored(page: Page, paths: readonly string[]): Promise<void> {
	for (let first = 0; first < paths.length; first += 2) {
		const [path = "", next = "/blogs"] = paths.slice(first, first + 2);
		await page.goto(path, { waitUntil: "networkidle" });
		await page.goto(next, { waitUntil: "networkidle" });
		expect.soft(await navigateBy(page, "back")).toBe(restored(path));
		if (first + 1 < paths.length)
			expect.soft(await navigateBy(page, "forward")).toBe(restored(next));
	}
}

for (const [what, paths] of [
	[
		"with content",
		["/", "/tools", "/tools/torque-wrench", "/review", "/blogs", "/portfolio", "/widgets"],
	],
	["with a form", ["/login", "/signup", "/forgot", "/reset", "/cart", "/api/docs"]],
] as const) {
	test(`Back restores public pages ${what} as they were left`, async ({ page }) => {
		await expectRestored(page, paths);
	});
}

test("Back reloads a page that was 404", async ({ page }) => {
	allowConsole(page, /404/);
	const why = "response-status-not-ok";
	expect(await leaveAndGoBack(page, "/nope", "/")).toBe(`Navigation /nope: ${why}`);
});

/**
 * Chromium restores private pages despite `no-store` until a cookie changes, except those that fetched a
 * `no-store` response. Only the payment page does: it creates the intent after loading.
 */
const privateFetchReason =
	"response-cache-control-no-store, response-cache-control-no-store-with-js-network-request";

test("Back restores a customer's pages, but reloads a payment", async ({ page }) => {
	const payment = await newCustomer(page);
	await expectRestored(page, [
		...["/", "/purchase/torque-wrench", "/manageTools"],
		...["/dashboard/myprofile", "/dashboard/addreview", "/dashboard/myorders"],
	]);
	const paying = await leaveAndGoBack(page, payment, "/blogs");
	expect(paying).toBe(`Navigation ${payment}: ${privateFetchReason}`);
});

test("Back to a tool ordered in the meantime shows its remaining stock", async ({ page }) => {
	const left = page.getByRole("main").locator("dl > div").filter({ hasText: "Available" });
	await openAsNewCustomer(page, "/tools/inner-tube");
	const before = Number(/\d+/.exec((await left.textContent()) ?? "")?.[0]);
	await page.getByRole("link", { name: "Purchase" }).click();
	await order(page);
	await expect(page.getByRole("link", { name: "Pay now" })).toBeVisible();
	await expect(left).toHaveText(`Available${before - 5}`);
	await page.evaluate(() => history.back());
	await expect(page.getByRole("link", { name: "Purchase" })).toBeVisible();
	await expect(left).toHaveText(`Available${before - 5}`);
});

test("Back restores an administrator's pages", async ({ page }) => {
	await openAs(page, admin, "/blogs");
	await expectRestored(page, [
		...["/", "/manageTools", "/update/torque-wrench"],
		...["/dashboard/addProducts", "/dashboard/partners", "/dashboard/makeAdmin"],
		...["/dashboard/manageOrders", "/dashboard/manageProducts", "/dashboard/history"],
	]);
});

/** Records the pages the browser prefetches. */
function recordPrefetches(page: Page): Set<string> {
	const prefetched = new Set<string>();
	const note = async (request: Request) => {
		const { "sec-purpose": purpose } = await request
			.allHeaders()
			.catch(() => ({ "sec-purpose": "" }));
		if (purpose?.startsWith("prefetch")) prefetched.add(new URL(request.url()).pathname);
	};
	page.on("request", (request) => void note(request));
	return prefetched;
}

test("hovering over a link prefetches a public page without side effects", async ({ page }) => {
	await page.goto("/");
	const prefetched = recordPrefetches(page);
	const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tools" });
	await link.hover();
	await expect.poll(() => [...prefetched]).toContain("/tools");
	expect(await page.context().cookies()).toEqual([]);
	expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0);
	await link.click();
	await expect(page).toHaveURL("/tools");
});

test("speculation rules list public pages only, and are on public pages only", async ({
	page,
	request,
}) => {
	const rulesOf = async (path: string) => {
		const html = await (await request.get(path)).text();
		return /<script type="speculationrules">(.*?)<\/script>/.exec(html)?.[1];
	};
	for (const path of ["/", "/tools", "/tools/torque-wrench", "/review", "/blogs", "/portfolio"]) {
		expect(await rulesOf(path), path).toContain('"prefetch"');
	}
	const rules = (await rulesOf("/")) ?? "";
	expect(rules).not.toContain('"prerender"');
	expect(rules).not.toMatch(/login|signup|dashboard|manage|purchase|payment|update|api/);
	expect(await rulesOf("/login")).toBeUndefined();
	await openAsNewCustomer(page, "/dashboard/myprofile");
	await expect(page.getByRole("heading", { name: "My Profile" })).toBeVisible();
	await expect(page.locator('script[type="speculationrules"]')).toHaveCount(0);
});

test("a prefetch of a public page stores no partner and signs no one out", async ({ request }) => {
	const { name, email, password } = newPerson();
	const headers = { Origin: shopUrl() };
	await request.post("/api/auth/sign-up/email", { headers, data: { name, email, password } });
	for (const path of ["/", "/tools/torque-wrench?seen-on=velo", "/dashboard/manageOrders"]) {
		const answer = await request.get(path, {
			headers: { "Sec-Purpose": "prefetch", "Sec-Fetch-Site": "same-origin" },
			maxRedirects: 0,
		});
		expect(answer.headers()["set-cookie"], path).toBeUndefined();
		expect(answer.headers()["server-timing"] ?? "", path).toContain("written=0");
	}
	const session = await request.get("/api/auth/get-session");
	expect(await session.json()).toMatchObject({ user: { email } });
});

for (const path of ["/", "/tools", "/tools/torque-wrench", "/review", "/blogs", "/portfolio"]) {
	test(`${path} loads its first image eagerly and the others lazily`, async ({ request }) => {
		const page = await (await request.get(path)).text();
		// The values of attributes may have the name of a tool, which may have a tag in it.
		const html = page.replaceAll(/\b(?:aria-label|alt|content|title|data-[\w-]+)="[^"]*"/g, "");
		const images = [...html.matchAll(/<img\b[^>]*>/g)].map(([tag]) => tag);
		const [first, ...others] = images;
		if (first && !/^\/(blogs|portfolio)$/.test(path)) {
			expect(first).toContain('loading="eager"');
			expect(first).toContain('fetchpriority="high"');
		}
		for (const tag of others) expect(tag).toContain('loading="lazy"');
		for (const tag of images) expect(tag).toMatch(/(?=.*\bwidth=)(?=.*\bheight=)/);
	});
}
