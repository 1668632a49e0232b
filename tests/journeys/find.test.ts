/** Find anything: by keyboard alone, from any page of the dashboard. */
import { expect } from "@playwright/test";
import { expectStateClean, smallTargets } from "./accessible.ts";
import { admin, openAs, test } from "./fixtures.ts";

test("an administrator finds a page, a tool and a customer by keyboard alone", async ({ page }) => {
	await openAs(page, admin, "/dashboard/history");
	await page.keyboard.press("Control+k");
	const input = page.getByRole("combobox", { name: "Pages, orders, tools and customers" });
	const dialog = page.getByRole("dialog", { name: "Find anything" });
	const active = dialog.getByRole("option", { selected: true });
	await expect(input).toBeFocused();

	await page.keyboard.type("torque wr");
	const tools = dialog.getByRole("group", { name: "Tools" });
	await expect(tools.getByRole("option")).toContainText(["Torque wrench"]);
	await expect(active).toHaveCount(1);
	expect(await input.getAttribute("aria-activedescendant")).toBe(await active.getAttribute("id"));
	await expectStateClean(page, "find anything");
	expect(await smallTargets(page)).toEqual([]);

	// Enter waits for the results of what was typed last.
	await input.fill(admin.email);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/dashboard\/customers\/./);
	await expect(page.getByRole("main").getByText(admin.email)).toBeVisible();
	// The key needs the page's script.
	await page.waitForLoadState();

	await page.keyboard.press("Control+k");
	await expect(dialog.getByRole("group", { name: "Recent" }).getByRole("option")).toHaveCount(1);
	await page.keyboard.press("Escape");
	await expect(dialog).toBeHidden();
	await page.getByRole("button", { name: "Find anything" }).click();
	await page.keyboard.type("no such thing");
	await expect(dialog.getByRole("status")).toHaveText("Nothing found for “no such thing”.");
	await expect(input).toHaveAttribute("aria-expanded", "false");
	await input.fill("late ref");
	await expect(active).toContainText("Health");
	await input.fill("partner");
	await expect(active).toContainText("Partners");
	await page.keyboard.press("ArrowDown");
	await expect(active).toContainText("Download sales by partner");
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/dashboard\/partners$/);
});
