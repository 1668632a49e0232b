import { expect, type Page } from "@playwright/test";
import { allowConsole, shopUrl } from "../journeys/fixtures.ts";
import {
	type BlogServer,
	blogPage,
	cardHtml,
	feedHtml,
	scriptTag,
	toolData,
} from "./blog-server.ts";
import { mockEmbedData, test } from "./fixtures.ts";

/** Opens a page with a failing card, expects its fallback link, and returns the error code. */
async function waitForErrorCode(page: Page, host: BlogServer): Promise<string> {
	const titleByCode = `<script>addEventListener("cogsmith-error", ({ detail }) => { document.title = detail.code; })</script>`;
	const style = "<style>body{font:13px monospace}cogsmith-tool-card{min-height:240px}</style>";
	await page.goto(host.page(blogPage(cardHtml(), titleByCode + scriptTag() + style)));
	await expect(page).not.toHaveTitle("A blog", { timeout: 15_000 });
	const link = page.getByRole("link", { name: "To the torque-wrench" });
	await expect(link).toBeVisible();
	// No box, no button, and the page's own font: it looks like a plain link.
	await expect(link).toHaveCSS("font-family", "monospace");
	// Nothing of the height that the page reserves is left empty.
	const { height = 0 } = (await page.locator("cogsmith-tool-card").boundingBox()) ?? {};
	expect(height).toBeLessThan(40);
	await expect(
		page.locator("cogsmith-tool-card [part~=root], cogsmith-tool-card button"),
	).toHaveCount(0);
	return page.title();
}

test("an unknown tool, a failing shop and invalid data leave the link", async ({ page, blog }) => {
	allowConsole(page, /404/, /503/);
	const evil = { ...toolData, name: ["img", { src: "x", onerror: "alert(1)" }] };
	for (const [data, status, code] of [
		[{}, 404, "not-found"],
		[{}, 503, "http"],
		["<html>", 200, "invalid"],
		["null", 200, "invalid"],
		[{ name: "x" }, 200, "invalid"],
		// An element for a name.
		[evil, 200, "invalid"],
	] as const) {
		await mockEmbedData(page, data, status);
		expect(await waitForErrorCode(page, blog), JSON.stringify(data)).toBe(code);
		await page.unroute("**/embed/v1/**");
	}
});

test("an unreachable shop leaves the link, and a request times out after eight seconds", async ({
	page,
	blog,
}) => {
	allowConsole(page, /ERR_INTERNET_DISCONNECTED/);
	await page.route("**/embed/v1/**", (route) => route.abort("internetdisconnected"));
	expect(await waitForErrorCode(page, blog)).toBe("offline");
	await page.unroute("**/embed/v1/**");
	await page.route("**/embed/v1/**", () => undefined);
	// A hundredth of the wait, if it is eight seconds.
	await page.addInitScript(() => {
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		AbortSignal.timeout = (ms) => timeout(ms === 8000 ? 100 : 60_000);
	});
	expect(await waitForErrorCode(page, blog)).toBe("timeout");
	await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("the element's own fallback link leads to the tool with the partner", async ({
	page,
	blog,
}) => {
	allowConsole(page, /404/);
	await mockEmbedData(page, {}, 404);
	const bare = (name: string, more: string) =>
		`<${name} loading="eager" partner="velo" ${more}></${name}>`;
	const markup =
		bare("cogsmith-tool-card", 'tool-id="chain-whip"') +
		bare("cogsmith-review-feed", "") +
		bare("cogsmith-tool-card", "");
	await page.goto(blog.page(blogPage(markup)));
	await expect(page.locator("[part=error]")).toHaveCount(3);
	const links = await page.getByRole("link", { name: new URL(shopUrl()).host }).all();
	expect(await Promise.all(links.map((link) => link.getAttribute("href")))).toEqual(
		["/tools/chain-whip", "/review", "/"].map((path) => `${shopUrl()}${path}?seen-on=velo`),
	);
});

test("script in every field is shown as text", async ({ page, blog }) => {
	const evil =
		'"><img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
	page.on("dialog", () => expect(true, "a dialog opened").toBe(false));
	const foreign: string[] = [];
	page.on("request", (request) => {
		if (![blog.origin, shopUrl()].some((origin) => request.url().startsWith(origin))) {
			foreign.push(request.url());
		}
	});
	await mockEmbedData(page, {
		...toolData,
		_id: "../../evil?x=<script>",
		name: evil,
		description: evil,
		image: "javascript:alert(1)",
		checkedAt: evil,
	});
	await page.goto(blog.page(blogPage(cardHtml('partner="<b>"'))));
	await expect(page.getByRole("heading", { name: "<script>" })).toBeVisible();
	await mockEmbedData(page, [
		{
			_id: evil,
			name: 3,
			author: evil,
			description: evil,
			image: "https://evil.invalid/x.png",
			createdAt: evil,
			verified: evil,
			tool: { _id: "javascript:alert(1)", name: evil },
		},
	]);
	await page.goto(blog.page(blogPage(feedHtml())));
	await expect(page.getByRole("img", { name: "3 out of 5 stars" })).toBeVisible();
	for (const link of await page.getByRole("link").all()) {
		expect(await link.getAttribute("href")).toMatch(new RegExp(`^${shopUrl()}/`));
	}
	expect(await page.title()).toBe("A blog");
	expect(foreign).toEqual([]);
});

// Chromium would keep the blocked script for the page's next document.
test.describe("in a page of its own", () => {
	test.use({ ownContext: true });

	test("a wrong integrity hash leaves the link", async ({ page, blog }) => {
		allowConsole(page, /integrity/);
		const wrong = scriptTag(`crossorigin integrity="sha384-${"A".repeat(64)}"`);
		await page.goto(blog.page(blogPage(cardHtml(), wrong)));
		await expect(page.getByRole("link", { name: "To the torque-wrench" })).toBeVisible();
	});
});

test("the link works without JavaScript", async ({ browser, blog }) => {
	const context = await browser.newContext({ javaScriptEnabled: false });
	const page = await context.newPage();
	await page.goto(blog.page(blogPage(cardHtml() + feedHtml())));
	await expect(page.getByRole("link", { name: "To the torque-wrench" })).toBeVisible();
	await expect(page.getByRole("link", { name: "To the reviews" })).toBeVisible();
	await context.close();
});
