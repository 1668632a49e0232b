/** An administrator maintains a tool on its page: as a draft, then in the shop. */
import { expect, type Page } from "@playwright/test";
import { expectStateClean } from "./accessible.ts";
import { admin, allowConsole, openAs, pressEnter, storedToken, test, toast } from "./fixtures.ts";
import { makeImage } from "./images.ts";

/** Clicks Undo in the toast and waits until it is done. */
async function undo(page: Page, text: string): Promise<void> {
	await toast(page, text).getByRole("button", { name: "Undo" }).click();
	await expect(toast(page, "Undone.").first()).toBeVisible();
}

test("a tool is copied, edited, undone, published and deleted", async ({ page }) => {
	test.slow();
	allowConsole(page, /409 \(Conflict\)/, /ERR_FAILED/);
	await openAs(page, admin, "/dashboard/manageProducts?q=Chain whip");
	await page.getByRole("link", { name: "Details of Chain whip" }).click();
	await expect(page.getByRole("heading", { name: "Chain whip", level: 1 })).toBeVisible();
	await page.getByRole("button", { name: "Duplicate" }).click();
	await page.getByRole("link", { name: "Open the copy" }).click();
	await expect(page.getByRole("heading", { name: "Chain whip (copy)" })).toBeVisible();
	await expect(page.getByText("Draft", { exact: true })).toBeVisible();
	const path = `/service/${new URL(page.url()).pathname.split("/").at(-1)}`;
	const save = page.getByRole("button", { name: "Save", exact: true });
	const name = page.getByLabel("Name", { exact: true });
	const images = page.getByRole("list", { name: "Images" }).getByRole("listitem");
	await expect(images).not.toHaveCount(0);
	const count = await images.count();
	const edited = `Edited whip ${Date.now().toString(36)}`;
	const address = page.getByLabel("Address", { exact: true });
	const copyAddress = await address.inputValue();
	const newAddress = edited.toLowerCase().replaceAll(" ", "-");

	// Everything.
	await name.fill(edited);
	await page.getByLabel("Description").fill("Holds a cassette.");
	await page.getByLabel("Category").selectOption({ index: 2 });
	await page.getByLabel("Price ($)").fill("20");
	await page.getByLabel("Cost ($)").fill("15");
	await expect(page.getByText("Margin $5.00, 25%.")).toBeVisible();
	await page.getByLabel("Stock", { exact: true }).fill("4");
	await page.getByLabel("Low-stock threshold").fill("5");
	await page.locator('input[type="file"]').setInputFiles(await makeImage("#7a1d65"));
	await expect(images).toHaveCount(count + 1);
	const added = await images.nth(count).getAttribute("data-image");
	for (let place = count + 1; place > 1; place -= 1) {
		await pressEnter(page.getByRole("button", { name: `Move image ${place} earlier` }));
		// The focus goes with the image.
		await expect(
			page.getByRole("button", { name: `Move image ${place - 1} earlier` }),
		).toBeFocused();
	}
	await expect(images.first()).toHaveAttribute("data-image", added ?? "");
	await page.getByLabel("Alt text of image 1").fill("In a hand");
	await page.getByRole("button", { name: "Add a specification" }).click();
	await address.fill(edited);
	await save.click();
	await expect(page.getByText("Enter a name.")).toBeVisible();
	await expect(page.getByText("Use a-z, 0-9 and hyphens")).toBeVisible();
	await expectStateClean(page, "a product rejected");
	const specification = page.getByLabel(/^(Name|Value) of specification/);
	await specification.nth((await specification.count()) - 2).fill("Weight");
	await specification.last().fill("300 g");
	await address.fill(newAddress);

	// What it fits, and where it will be found.
	const found = page.getByRole("region", { name: "Where visitors find it" });
	await expect(found.getByText("Visitors find it here once it's listed.")).toBeVisible();
	await page.getByRole("button", { name: "Add what it fits" }).click();
	const fit = page.getByRole("list", { name: "What it fits" }).getByRole("listitem").last();
	await fit.getByLabel(/^What it does/).selectOption("Turns");
	await fit.getByLabel(/^Part of the bike/).selectOption("Spoke nipples");
	await fit.getByRole("group", { name: "Fits", exact: true }).getByRole("checkbox").first().check();
	await expect(found.getByRole("link", { name: /true/i }).first()).toBeVisible();
	await expect(found.getByText(/My bike: Spoke nipples/)).toBeVisible();
	await save.click();
	await expect(page.getByText("Low: only 4 in stock.")).toBeVisible();
	await undo(page, `${edited}have been updated`);
	await expect(name).toHaveValue("Chain whip (copy)");
	await expect(address).toHaveValue(copyAddress);
	await expect(images).toHaveCount(count);
	await expect(save).toBeDisabled();

	// Somebody else changes the same field.
	await name.fill(edited);
	await page.getByLabel("Price ($)").fill("21");
	await address.fill(newAddress);
	const headers = { Authorization: `Bearer ${await storedToken(page)}` };
	const data = { price: 33, lowStock: 7 };
	const changed = await page.request.patch(`/api${path}`, { headers, data });
	expect(changed.status()).toBe(200);
	// The form can't reload the tool: it says that there is a conflict, and at the fields what they are now.
	await page.route(`**/api${path}`, (route) =>
		route.request().method() === "GET" ? route.abort() : route.fallback(),
	);
	await save.click();
	await expect(page.getByText("Someone else has changed this tool.")).toBeVisible();
	await expect(page.getByText("The shop now has $33.00.")).toBeVisible();
	await page.unroute(`**/api${path}`);
	await save.click();
	await expect(page.getByText(/^Someone else has changed: price\./)).toBeVisible();
	await expect(page.getByText("The shop now has $33.00.")).toBeVisible();
	await expect(page.getByLabel("Low-stock threshold")).toHaveValue("7");
	await expectStateClean(page, "a product with a conflict");
	await page.getByRole("button", { name: "Use the shop's price" }).click();
	await expect(page.getByLabel("Price ($)")).toHaveValue("33.00");
	await save.click();
	await expect(toast(page, `${edited}have been updated`).last()).toBeVisible();

	// Into the shop, back, and in again.
	await page.getByRole("button", { name: "Publish now" }).click();
	await undo(page, `${edited} is now in the shop.`);
	await expect(page.getByText("Draft", { exact: true })).toBeVisible();
	await page.getByLabel("Schedule publishing").fill("2100-01-01T10:00");
	await page.getByRole("button", { name: "Set the time" }).click();
	await expect(page.getByRole("button", { name: "Cancel publishing" })).toBeVisible();
	await page.getByRole("button", { name: "Publish now" }).click();
	await expect(page.getByText("Listed", { exact: true })).toBeVisible();
	for (const former of [path.replace("/service/", ""), copyAddress]) {
		const link = `/tools/${former}?seen-on=velo`;
		const moved = await page.request.get(link, { maxRedirects: 0 });
		expect([moved.status(), moved.headers().location]).toEqual([
			301,
			`/tools/${newAddress}?seen-on=velo`,
		]);
		const shown = await page.request.get(link);
		expect(shown.status()).toBe(200);
		expect(await shown.text()).toMatch(
			new RegExp(`rel="canonical" href="[^"]*/tools/${newAddress}"`),
		);
	}
	await page.getByRole("button", { name: "Make it a draft" }).click();
	await page.getByRole("button", { name: "Delete the draft" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete draft" }).click();
	await expect(page.getByRole("heading", { name: "Drafts and archive" })).toBeVisible();
	await expect(page.getByRole("link", { name: edited })).toHaveCount(0);
});
