import { expect } from "@playwright/test";
import { elementHeight } from "../../src/shop/embeds/sizes.ts";
import { axeViolations } from "../journeys/axe.ts";
import { shopUrl } from "../journeys/fixtures.ts";
import { layoutShifts } from "../journeys/measure.ts";
import { blogPage } from "./blog-server.ts";
import { test } from "./fixtures.ts";

test.describe("with the clipboard", () => {
	test.use({ ownContext: true });
	test("a new partner copies a snippet from the configurator into a page that works", async ({
		page,
		context,
		blog,
	}) => {
		await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: shopUrl() });
		await page.goto("/widgets");
		await expect(page.getByRole("link", { name: /^Purchase/ })).toHaveCount(3);
		await page.getByLabel("Search tools").fill("breaker");
		await expect(page.getByRole("status").filter({ hasText: /Tools found: \d/ })).toBeVisible();
		await page
			.getByRole("combobox", { name: "Tool", exact: true })
			.selectOption({ label: "Chain breaker" });
		await page.getByLabel("Theme").selectOption("dark");
		await page.getByLabel("Language").selectOption("de");
		await page.getByLabel("Name of your site").fill("velo-blog");
		await page.getByLabel("Button", { exact: true }).fill("#00308f");
		const shown = page.getByRole("link", { name: "Kaufen Chain breaker" });
		await expect(shown).toHaveCount(3);
		await expect(shown.first()).toHaveCSS("background-color", "rgb(0, 48, 143)");

		await page.getByRole("button", { name: "Copy" }).first().click();
		await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
		const snippet = await page.evaluate(() => navigator.clipboard.readText());
		const style = await page.locator('[data-snippet="style"]').textContent();

		const restored = page.url();
		expect(restored).toContain("tool=chain-breaker");
		const frame = await page.locator('[data-snippet="frame"]').textContent();
		expect(frame).toContain(
			"theme=dark&amp;lang=de&amp;partner=velo-blog&amp;accent=00308f&amp;on-accent=ffffff",
		);
		await page.goto(restored);
		await expect(page.getByRole("link", { name: "Kaufen Chain breaker" })).toHaveCount(3);
		await expect(page.getByLabel("Name of your site")).toHaveValue("velo-blog");

		await page.goto(blog.page(blogPage(snippet, `<style>${style}</style>`)));
		const purchase = page.getByRole("link", { name: "Kaufen Chain breaker" });
		await expect(purchase).toHaveAttribute("href", /\?seen-on=velo-blog$/);
		await expect(purchase).toHaveCSS("background-color", "rgb(0, 48, 143)");
	});
});

test("each snippet works as copied", async ({ page, blog }) => {
	await page.goto("/widgets?tool=chain-breaker&partner=velo-blog");
	const copied = async (name: string) =>
		(await page.locator(`[data-snippet="${name}"]`).textContent()) ?? "";
	const [upgrade, frame, link] = [
		await copied("upgrade"),
		await copied("frame"),
		await copied("link"),
	];
	await page.goto(blog.page(blogPage(upgrade, "")));
	await page.getByRole("heading", { name: "Blog" }).click();
	await expect(page.getByRole("link", { name: "Purchase Chain breaker" })).toHaveAttribute(
		"href",
		/\?seen-on=velo-blog$/,
	);
	await page.goto(blog.page(blogPage(frame.slice(frame.indexOf("<iframe")), "")));
	const inside = page.frameLocator("iframe");
	await expect(inside.getByRole("link", { name: "Purchase Chain breaker" })).toBeVisible();
	await page.goto(blog.page(blogPage(link, "")));
	await page.getByRole("link", { name: "Chain breaker" }).click();
	await expect(page).toHaveURL(`${shopUrl()}/tools/chain-breaker?seen-on=velo-blog`);
});

test("an invalid name shows an error in red with a valid proposal", async ({ page }) => {
	await page.goto("/widgets");
	const field = page.getByLabel("Name of your site");
	const wrong = page.getByText("Please use at most 32 characters: a to z, 0 to 9 and hyphens.");
	const copyButtons = page.locator("[data-copy]:visible");
	const expectToCopy = async (isEnabled: boolean) => {
		for (const button of await copyButtons.all())
			await expect(button).toBeEnabled({ enabled: isEnabled });
	};
	await expect(wrong).toBeHidden();
	await expect(copyButtons).not.toHaveCount(0);
	await expectToCopy(true);
	await field.fill("https://www.Vélo-Blog.example/");
	await expect(wrong).toBeVisible();
	await expect(wrong).toHaveText(/ and hyphens\. Use velo-blog-example$/);
	await expect(wrong).toHaveCSS("color", "rgb(173, 17, 54)");
	await expect(field).toHaveAttribute("aria-invalid", "true");
	await expect(page.locator('[data-snippet="element"]')).not.toContainText("partner");
	// What would be copied counts for no partner.
	await expectToCopy(false);
	await page.getByRole("link", { name: "Use velo-blog-example" }).click();
	await expect(field).toHaveValue("velo-blog-example");
	await expect(wrong).toBeHidden();
	await expectToCopy(true);
	await expect(page.locator('[data-snippet="link"]')).toContainText("?seen-on=velo-blog-example");
	await field.fill("日本");
	await expect(wrong).toBeVisible();
	await expect(wrong.getByRole("link")).toBeHidden();
});

test("the configurator works without JavaScript", async ({ browser, baseURL }) => {
	const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
	const page = await context.newPage();
	await page.goto("/widgets");
	await page.getByLabel("Review feed").check();
	await page.getByLabel("Number of reviews").fill("5");
	await page.getByLabel("Theme").selectOption("dark");
	await page.getByRole("button", { name: "Show" }).click();
	await expect(page.locator('[data-snippet="element"]')).toContainText(
		'<cogsmith-review-feed limit="5" theme="dark">',
	);
	await page.getByLabel("Name of your site").fill("Velo Blog");
	await page.getByRole("button", { name: "Show" }).click();
	await page.getByRole("link", { name: "Use velo-blog" }).click();
	await expect(page.locator('[data-snippet="element"]')).toContainText('partner="velo-blog"');
	await expect(page.locator('[data-snippet="element"]')).toContainText('limit="5"');
	await context.close();
});

test("a preview reserves its element's height before any script runs", async ({
	browser,
	baseURL,
}) => {
	const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
	const page = await context.newPage();
	const choices = [
		["tool", "element=tool-card", 3] as const,
		...[1, 2, 3, 4, 5, 6].map(
			(limit) => ["feed", `element=review-feed&limit=${limit}`, limit] as const,
		),
	];
	for (const [kind, choice, limit] of choices) {
		await page.goto(`/widgets?${choice}`);
		const boxes = await page.locator("figure div > :first-child").evaluateAll((elements) =>
			elements.flatMap((element) =>
				// Goes from the narrowest column to the width of the page.
				Array.from({ length: 26 }, (_, n) => {
					const figure = element.closest("figure");
					if (figure) figure.style.width = `${288 + 20 * n}px`;
					const { width, height } = element.getBoundingClientRect();
					return { width, height };
				}),
			),
		);
		for (const { width, height } of boxes) {
			const room = elementHeight(kind, width, limit);
			expect(Math.ceil(height), `${choice}, ${width} px`).toBe(room);
		}
	}
	await context.close();
});

for (const [choice, role, count] of [
	["element=tool-card", "article", 1],
	["element=review-feed&limit=5", "listitem", 5],
] as const) {
	test(`previews of ${choice} fit into their reserved height`, async ({ page }) => {
		await page.setViewportSize({ width: 390, height: 900 });
		await page.goto(`/widgets?${choice}`);
		for (const width of [390, 1440]) {
			await page.setViewportSize({ width, height: 900 });
			for (const shown of await page.getByRole("figure").all()) {
				await shown.scrollIntoViewIfNeeded();
				await expect(shown.getByRole(role)).toHaveCount(count);
				const element = shown.locator("div > :first-child").first();
				const [kept, taken] = await element.evaluate((one) => [
					Number.parseFloat(getComputedStyle(one).minHeight),
					one.getBoundingClientRect().height,
				]);
				expect(taken, `${width} px`).toBeLessThanOrEqual(kept ?? 0);
			}
			if (width === 390) expect(await layoutShifts(page)).toEqual([]);
		}
	});
}

test("the configurator is accessible in light and dark", async ({ page }) => {
	await page.goto("/widgets");
	await expect(page.getByRole("link", { name: /^Purchase/ })).toHaveCount(3);
	// The previews stand for several sites' pages, each with the same card.
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme });
		expect(await axeViolations(page), colorScheme).toEqual([]);
	}
});
