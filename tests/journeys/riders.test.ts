/** What riders ask, on a phone, in at most three taps each. */
import { expect, type Page } from "@playwright/test";
import { expectStateClean } from "./accessible.ts";
import { test } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Taps links and buttons, and counts. */
function counting(page: Page) {
	let taps = 0;
	return {
		tap: async (role: "link" | "button" | "searchbox" | "option", name: string | RegExp) => {
			taps += 1;
			await page.getByRole(role, { name }).first().tap();
		},
		taps: () => taps,
	};
}

test("does this cassette tool fit my SRAM XD hub: two taps, and the bike stays", async ({
	page,
}) => {
	const { tap, taps } = counting(page);
	await page.goto("/tools/cassette-lockring-tool");
	await tap("link", "Does it fit my bike?");
	await tap("link", /^SRAM XD$/);
	const answer = page.getByRole("region", { name: "Cassette lockring tool" });
	await expect(answer.getByText("Fits", { exact: true })).toBeVisible();
	await expect(answer).toContainText("SRAM XD takes a tool with");
	expect(taps()).toBeLessThanOrEqual(3);

	await page.getByRole("button", { name: "Save this bike" }).tap();
	const chip = page.getByRole("link", { name: "My bike: Bike with SRAM XD" });
	await expect(chip).toHaveAttribute("href", "/fit?cassette=xd");
	await page.goto("/tools/cassette-lockring-tool");
	const mark = page.locator("[data-fit=cassette-lockring-tool]");
	await expect(mark).toHaveText(/^Fits SRAM XD takes a tool with/);
	await page.goto("/tools?sort=price");
	await page.getByRole("button", { name: "Filters" }).tap();
	await page.getByRole("link", { name: "Fits my bike" }).tap();
	await expect(page).toHaveURL("/tools?sort=price&fits=cassette%3Axd");
	await expect(page.locator(".tool-card-name").filter({ hasText: "lockring" })).toBeVisible();
	for (const path of ["/cart", "/widgets"]) {
		await page.goto(path);
		await expect(chip).toBeVisible();
	}
	await page.goto("/tools/cassette-lockring-tool");
	await page.getByRole("button", { name: "Clear my bike" }).tap();
	await expect(chip).toBeHidden();
	await expect(mark).toBeEmpty();
});

test("what do I need to replace a Shimano threaded bottom bracket: two taps, and one to buy it", async ({
	page,
}) => {
	const { tap, taps } = counting(page);
	await page.goto("/");
	await tap("link", "Workshop jobs");
	await tap("link", /44 mm/);
	await expect(page.getByText("Shimano Hollowtech II").first()).toBeVisible();
	await expect(page.getByRole("link", { name: "Bottom bracket tool" })).toBeVisible();
	expect(taps()).toBe(2);
	await tap("button", /^Add \d tools?, \$/);
	await expect(page.getByText("They're in your cart.")).toBeVisible();
	await expect(page.getByRole("button", { name: "You have them all" })).toBeDisabled();
	expect(taps()).toBe(3);
});

test("a bike that is known roughly, and one that somebody sent", async ({ page }) => {
	await page.goto("/fit");
	await page.getByText("I know my parts").tap();
	await page.getByLabel("Cassette and freehub").selectOption("Shimano HG splines");
	await page.getByRole("button", { name: "Show what fits" }).tap();
	// What was not chosen is not in the address.
	await expect(page).toHaveURL("/fit?cassette=hg");
	await page.getByRole("button", { name: "Save this bike" }).tap();
	await page.getByRole("button", { name: /^Rename/ }).tap();
	await page.getByLabel("New name").fill("Road");
	await page.getByLabel("New name").press("Enter");
	await expect(page.getByRole("link", { name: "My bike: Road" })).toBeVisible();
	await page.goto("/tools/cassette-lockring-tool");
	await expect(page.locator("[data-fit=cassette-lockring-tool]")).toContainText(
		"Shimano HG splines",
	);
	await page.goto("/jobs/replace-cassette");
	await expect(page).toHaveURL("/jobs/replace-cassette?cassette=hg");
	await expect(page.getByLabel("Cassette and freehub")).toHaveValue("hg");

	await page.goto("/fit?cassette=xd");
	const saved = page.getByRole("list", { name: "Saved bikes" }).getByRole("link");
	await page.getByRole("button", { name: "Save this bike" }).tap();
	await expect(saved).toHaveText(["Bike with SRAM XD", "Road"]);
	await page.goto("/fit?cassette=xdr");
	await page.getByRole("button", { name: "Replace Bike with SRAM XD" }).tap();
	await expect(saved).toHaveText(["Bike with SRAM XD", "Road"]);
	await expect(saved.first()).toHaveAttribute("href", "?cassette=xdr");
});

test("an image enlarges from its middle", async ({ page }) => {
	await page.goto("/tools/torque-wrench");
	await page
		.getByRole("button", { name: /^Enlarge/ })
		.first()
		.tap();
	const middle = await page
		.locator("#zoom-1")
		.evaluate(
			({ scrollLeft, scrollWidth, clientWidth }) => scrollLeft - (scrollWidth - clientWidth) / 2,
		);
	expect(Math.abs(middle)).toBeLessThanOrEqual(1);
});

test("what is my cassette, of whoever knows nothing of it: two taps", async ({ page }) => {
	const { tap, taps } = counting(page);
	await page.goto("/fit?chain=11");
	await tap("link", "Cassette and freehub");
	await tap("link", "My bike has this: SRAM XD");
	await expect(page).toHaveURL("/fit?chain=11&cassette=xd");
	expect(taps()).toBe(2);
});

test("a torque wrench under $100: three taps, and suggestions by the keyboard alone", async ({
	page,
}) => {
	const box = page.getByLabel("Search the tools");
	const option = page.getByRole("option", { name: "Torque wrench, 2 to 25 Nm" });
	await page.goto("/");
	await box.tap();
	await expect(box).toHaveRole("combobox");
	await box.fill("torque wr");
	await expect(option).toBeVisible();
	await box.press("ArrowDown");
	await expect(option).toHaveAttribute("aria-selected", "true");
	await box.press("Escape");
	await expect(option).toBeHidden();

	await box.fill("a tork wrench under $100");
	await page.getByRole("button", { name: "Search", exact: true }).tap();
	await expect(page.getByText("Showing results for “a torque wrench under $100”.")).toBeVisible();
	await expect(page.getByText("Only tools up to $100.00.")).toBeVisible();
	await expectStateClean(page, "results of a search");
	// The third tap: the best match.
	await page.getByRole("article").first().getByRole("link").first().tap();
	await expect(page).toHaveURL("/tools/torque-wrench");
	await page.goBack();
	await expect(box).toHaveValue("a tork wrench under $100");
});

test("my chain skips, and I know no names: two taps to the tool in the cart", async ({ page }) => {
	const { tap, taps } = counting(page);
	await page.goto("/");
	await tap("link", "Chain skips");
	await expect(page.getByRole("heading", { name: "1. The chain is worn" })).toBeVisible();
	await expect(page.getByRole("link", { name: "Check whether the chain is worn" })).toHaveAttribute(
		"href",
		"/jobs/check-chain-wear",
	);
	await tap("button", "Add to cart: Chain wear checker");
	await expect(page.getByText("Added to cart.")).toBeVisible();
	await expect(page.locator("cart-count")).toHaveText("1");
	expect(taps()).toBe(2);
});

test("a mechanic who knows the tool: three taps", async ({ page }) => {
	const { tap, taps } = counting(page);
	await page.goto("/");
	await tap("searchbox", "Search the tools");
	await page.keyboard.type("bottom bracket tool");
	const suggestion = page.getByRole("option", { name: /^Bottom bracket tool, 44 mm\s*Tool\s*\$/ });
	await expect(suggestion).toBeVisible();
	await tap("option", /^Bottom bracket tool, 44 mm/);
	await tap("button", /^Add to cart: Bottom bracket tool/);
	await expect(page.locator("cart-count")).not.toBeEmpty();
	expect(taps()).toBeLessThanOrEqual(3);
});

test("a standard that is in no tool's text leads to the tools for it", async ({ page }) => {
	await page.goto("/tools?q=bb86");
	await page.getByRole("link", { name: "Bottom bracket: Press fit, 41 mm shell" }).tap();
	await expect(page).toHaveURL("/fit?bottom-bracket=press-fit-41");
});

test("the search is in the header of the cart and of forms too, but not while paying", async ({
	page,
}) => {
	const banner = page.getByRole("banner");
	await page.goto("/");
	await page.getByRole("link", { name: "All Tools" }).scrollIntoViewIfNeeded();
	await banner.getByRole("searchbox").tap();
	await banner.getByRole("combobox").fill("torque wr");
	await expect(banner.getByRole("option", { name: "Torque wrench, 2 to 25 Nm" })).toBeVisible();
	await page.getByRole("link", { name: "Road bike" }).first().focus();
	await page.getByRole("heading", { level: 1 }).scrollIntoViewIfNeeded();
	await expect(banner.getByRole("search")).toHaveCount(0);
	const box = page.getByLabel("Search the tools");
	await page.goto("/cart");
	await box.fill("chian");
	await page.getByRole("option", { name: "Chain breaker" }).tap();
	await expect(page).toHaveURL("/tools/chain-breaker");
	for (const path of ["/login", "/orders/unknown"]) {
		await page.goto(path);
		await expect(box, path).toBeVisible();
	}
	await page.goto("/checkout");
	await expect(page.getByRole("heading", { name: "Checkout" })).toBeVisible();
	await expect(box).toHaveCount(0);
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("the search finds what a symptom needs, and nothing found is no dead end", async ({
		page,
	}) => {
		await page.goto("/tools?q=xyzzy");
		await expect(page.getByRole("heading", { name: "Newest tools" })).toBeVisible();
		await page.getByLabel("Search the tools").fill("chain skips");
		await page.getByRole("button", { name: "Search", exact: true }).tap();
		await expect(page.getByRole("article").first()).toContainText("Chain wear checker");
		await expect(
			page.getByRole("link", { name: "Check whether the chain is worn" }),
		).toHaveAttribute("href", "/jobs/check-chain-wear");
	});

	test("a bike is an address, and nothing offers to save it", async ({ page }) => {
		await page.goto("/fit?cassette=xd");
		await expect(page.getByText("Cassette and freehub: SRAM XD")).toBeVisible();
		await expect(page.getByRole("button", { name: "Save this bike" })).toBeHidden();
	});

	test("three answers lead to a likely bike, and one is corrected", async ({ page }) => {
		await page.goto("/fit");
		await page.getByRole("link", { name: "Mountain bike" }).tap();
		await page.getByRole("link", { name: "SRAM", exact: true }).tap();
		await page.getByRole("link", { name: "12 sprockets" }).tap();
		const has = page.getByRole("region", { name: "Your bike probably has" });
		await expect(has.getByRole("heading", { level: 3 })).toHaveText(["SRAM XD", "12-speed"]);
		await has.getByRole("link", { name: /^Change ?: Chain/ }).tap();
		await page.getByRole("link", { name: "My bike has this: 12-speed, SRAM Eagle" }).tap();
		await expect(has.getByRole("heading", { level: 3 })).toHaveText([
			"SRAM XD",
			"12-speed, SRAM Eagle",
		]);
	});
});

test.describe("with a mouse", () => {
	test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false });

	test("a beginner answers three questions, corrects one part, saves the bike, and cards say what fits", async ({
		page,
	}) => {
		await page.goto("/fit");
		await page.getByRole("link", { name: "Road bike" }).first().click();
		await page.getByRole("link", { name: "Shimano", exact: true }).click();
		await page.getByRole("link", { name: "11 sprockets" }).click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Road bike, 11-speed");
		const has = page.getByRole("region", { name: "Your bike probably has" });
		const part = (text: string) => has.getByRole("listitem").filter({ hasText: text });
		await expect(part("HG, 11-speed road body")).toContainText("Quite sure");
		await page.getByRole("link", { name: /^Change ?: Valves/ }).click();
		await page.getByRole("link", { name: "My bike has this: Schrader" }).click();
		await expect(part("You chose this")).toContainText("Schrader");
		await page.getByRole("button", { name: "Save this bike" }).click();
		await expect(page.getByRole("status")).toContainText("Saved: Road bike, 11-speed");
		await page.goto("/tools");
		await expect(page.getByRole("link", { name: "My bike: Road bike, 11-speed" })).toBeVisible();
		await expect(page.locator("[data-fit=cassette-lockring-tool]").first()).toContainText("Fits");
		await page.goto("/tools?sort=price");
		await page.getByRole("link", { name: "Fits my bike" }).click();
		await expect(page).toHaveURL(/fits=.*cassette%3Ahg-road-11.*valve%3Aschrader/);
		await expect(page.locator(".tool-card-name").filter({ hasText: "lockring" })).toBeVisible();
	});
});
