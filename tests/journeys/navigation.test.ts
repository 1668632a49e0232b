/** Navigation between pages: prerendering, prefetch, and how pages load their images. */
import { expect, type Page, type Request } from "@playwright/test";
import { newPerson, openAsNewCustomer, shopUrl, test } from "./fixtures.ts";

// With the view transitions that other tests do without.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

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

/** Chromium does not prerender while Playwright is connected, so the page is only told that it is prerendered. */
async function openPrerendered(page: Page, path: string): Promise<void> {
	await page.addInitScript(() => {
		let prerendering = true;
		document.addEventListener("prerenderingchange", () => (prerendering = false), true);
		Object.defineProperty(document, "prerendering", { get: () => prerendering });
	});
	await page.goto(path);
}

test("all cards of a prerendered page are laid out before it is shown, of any other those near the screen", async ({
	page,
}) => {
	const lastCard = page.locator(".tool-grid > *").last();
	await page.goto("/tools");
	await expect(lastCard).toHaveCSS("content-visibility", "auto");
	await openPrerendered(page, "/tools");
	await expect(lastCard).toHaveCSS("content-visibility", "visible");
});

test("a prerendered page stores no partner before its visit, and then shows what changed meanwhile", async ({
	page,
}) => {
	await openPrerendered(page, "/tools/torque-wrench?seen-on=velo");
	const stored = () => page.evaluate(() => sessionStorage.getItem("cogsmith-seen-on"));
	expect(await stored()).toBeNull();
	await page.evaluate(() => {
		const line = { toolId: "torque-wrench", quantity: 1, price: 8900 };
		localStorage.setItem("cogsmith-cart", JSON.stringify([line]));
		document.dispatchEvent(new Event("prerenderingchange"));
	});
	expect(await stored()).toBe("velo");
	await expect(page.locator("cart-count")).toHaveText("1");
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
		expect(await rulesOf(path), path).toMatch(/"prerender".*"prefetch"/);
	}
	const rules = (await rulesOf("/")) ?? "";
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
