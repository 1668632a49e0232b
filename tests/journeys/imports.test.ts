/** An administrator imports tools from a CSV file, and reverts that. */
import { expect } from "@playwright/test";
import { expectStateClean } from "./accessible.ts";
import { admin, openAs, test } from "./fixtures.ts";

test("an administrator imports 30 tools with two wrong lines, and reverts it", async ({ page }) => {
	await openAs(page, admin, "/dashboard/manageProducts");
	const [shown] = await (await page.request.get("/api/service?limit=1")).json();
	const lines = Array.from({ length: 30 }, (_, n) => {
		const price = n === 4 ? "12,500" : n === 20 ? "" : "12.50";
		return `Imported key ${n + 1},"Turns, and holds.",${price ? `"${price}"` : ""},7,1,${shown.image},draft,red,Workshop > Imported kinds`;
	});
	// Drafts: other journeys look for their tools on the first page of the catalogue.
	const file = [
		"Name,Description,Price,Stock,Minimum order,Images,State,Shade,Category",
		...lines,
	].join("\r\n");

	const menu = page.getByRole("navigation", { name: "Dashboard", exact: true });
	await menu.getByRole("link", { name: "Import", exact: true }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Import");
	await page
		.getByLabel("CSV file")
		.setInputFiles({ name: "keys.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
	await page.getByRole("button", { name: "Upload and preview" }).click();
	// The shop does not know one column: somebody says what it is.
	const shade = page.getByLabel("What is “Shade”?");
	await expect(shade).toHaveValue("ignore");
	await expect(page.getByText("Missing for new tools")).toBeVisible();
	await expectStateClean(page, "columns of a file");
	await shade.selectOption("Specification with this name");
	await page.getByRole("button", { name: "Read the file" }).click();
	await expect(
		page.getByText("28 new tools, 0 changed, 0 unchanged, 2 lines with errors."),
	).toBeVisible();
	const wrong = page.getByRole("region", { name: /Lines with errors/ }).getByRole("listitem");
	await expect(wrong.filter({ hasText: "Line 6" })).toContainText("Price: This could be thousands");
	await expect(wrong.filter({ hasText: "Line 22" })).toContainText("Price: ");
	const category = page.getByLabel(/^Imported kinds/);
	await expect(category.getByRole("option", { name: "Add “Imported kinds”" })).toBeAttached();
	await expectStateClean(page, "an import");
	await category.selectOption("Wheels and hubs");

	await page.getByRole("button", { name: "Import the 28 good lines" }).click();
	// It goes on without the page.
	await page.goto("/dashboard/import");
	await page.getByRole("link", { name: "keys.csv" }).first().click();
	await expect(page.getByText("28 lines imported, 2 not imported.")).toBeVisible();
	await page.goto("/dashboard/products?list=unlisted");
	const imported = page.getByRole("link", { name: /^Imported key/ });
	await expect(imported.first()).toBeVisible();

	// All of them, on two pages of the list, are shown with their new stock before it changes.
	await page.getByLabel("Name, SKU or part number").fill("imported key");
	await page.getByRole("button", { name: "Show", exact: true }).click();
	await expect(page.getByText("28 match.")).toBeVisible();
	await page.getByRole("combobox", { name: "Change", exact: true }).selectOption("Stock");
	await page.getByLabel("New stock").fill("+2");
	await page.getByRole("combobox", { name: "Which" }).selectOption("All 28 that match");
	await expectStateClean(page, "a change of many tools");
	await page.getByRole("button", { name: "Change", exact: true }).click();
	await expect(page.getByRole("button", { name: "Change 28 tools" })).toBeVisible();

	await page.goto("/dashboard/import");
	await page.getByRole("link", { name: "keys.csv" }).first().click();
	await page.getByRole("button", { name: "Revert this import" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Revert", exact: true }).click();
	await expect(page.getByText(/28 reverted/)).toBeVisible();
	await page.goto("/dashboard/products?list=unlisted");
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await expect(imported).toHaveCount(0);
});
