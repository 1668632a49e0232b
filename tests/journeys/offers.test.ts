/** Staff put a tool on sale; visitors see what it cost before, and pay the price of the sale. */
import { expect } from "@playwright/test";
import { dayText } from "../../src/config/days.ts";
import { expectStateClean } from "./accessible.ts";
import { admin, allowConsole, openAs, shopUrl, storedToken, test } from "./fixtures.ts";

test("a sale begins, is seen and paid, and ends", async ({ page }) => {
	allowConsole(page, /422/);
	await openAs(page, admin, "/dashboard/offers");
	const headers = { Authorization: `Bearer ${await storedToken(page)}` };
	// A tool of its own: others compare the prices of the demo's.
	const copied = await page.request.post("/api/service/cable-cutter/copy", { headers });
	const { insertedId: id } = await copied.json();
	const name = `Cutter ${Date.now().toString(36)}`;
	const listed = { name, state: "listed", quantity: 9, price: 50 };
	await page.request.patch(`/api/service/${id}`, { headers, data: listed });

	await page.goto(`/dashboard/products?q=${name}`);
	await page.getByLabel(`Select ${name}`).check();
	await page.getByRole("combobox", { name: "Change" }).selectOption("Put on sale");
	await page.getByRole("button", { name: "Change", exact: true }).click();
	await page.getByRole("button", { name: "Plan the sale" }).waitFor();
	await page.getByLabel("Name", { exact: true }).fill("Sale of the journey");
	await page.getByLabel("Last day").fill(dayText(Math.floor(Date.now() / 86_400_000) + 3));
	await page.getByLabel(`Sale price of ${name}`).fill("60");
	await page.getByRole("button", { name: "Plan the sale" }).click();
	await expect(page.getByRole("alert")).toHaveText(
		"⚠ The sale price must be below the regular price.",
	);
	await page.getByLabel(`Sale price of ${name}`).fill("40");
	await page.getByRole("button", { name: "Plan the sale" }).click();
	const card = page.getByRole("region", { name: "Sale of the journey" });
	await expect(card.getByText("Running")).toBeVisible();
	await expect(card.getByRole("row", { name })).toContainText(/\$40\.00.*\$50\.00.*0 items/s);
	await expectStateClean(page, "a list of sales");

	await page.goto("/tools?sale=1");
	await expect(page.locator(".tool-card", { hasText: name })).toContainText("Sale, 20% off");
	await page.getByRole("link", { name, exact: true }).click();
	const before = page.getByText("Lowest price in the 30 days before: $50.00. The sale lasts");
	await expect(before).toBeVisible();
	await expectStateClean(page, "a tool on sale");
	const order = (price: number) =>
		page.request.post("/api/checkout", {
			headers,
			data: {
				lines: [{ toolId: id, quantity: 1, price }],
				line1: "27 Canal Street",
				city: "Portland",
				region: "OR",
				name: "Ada",
				postalCode: "97209",
				country: "US",
				phone: "+1 555 0142",
			},
		});
	expect((await order(40)).status()).toBe(201);

	await page.goto("/dashboard/offers");
	await page.getByRole("button", { name: "End now: Sale of the journey" }).click();
	await expect(card.getByText("Ended")).toBeVisible();
	expect((await order(40)).status()).toBe(409);
	await page.goto(`${shopUrl()}/tools/${id}`);
	await expect(page.locator(".tool-price")).toHaveText("$50.00");
	await page.request.delete(`/api/service?id=${id}`, { headers });
});

test("a code is previewed and saved, typed in the cart, and taken off at checkout", async ({
	page,
}) => {
	allowConsole(page, /422/);
	const code = `RIDE-${Date.now().toString(36)}`.toUpperCase();
	await openAs(page, admin, "/dashboard/offers/edit?kind=code");
	await page.getByLabel("Name", { exact: true }).fill(`Ten off ${code}`);
	await page.getByLabel("Code", { exact: true }).fill(code.toLowerCase());
	await page.getByRole("button", { name: "Preview" }).click();
	await expect(page.getByRole("alert")).toContainText("a percentage up to 90");
	await page.getByLabel("Percent", { exact: true }).fill("10");
	await page.getByRole("button", { name: "Preview" }).click();
	await expect(page.getByRole("status")).toContainText("Would have applied to");
	await page.getByRole("button", { name: "Save" }).click();
	const card = page.getByRole("region", { name: `Ten off ${code}` });
	await expect(card).toContainText(`${code} · used 0 times`);
	await expectStateClean(page, "a list of offers");

	await page.goto("/tools/torque-wrench");
	await page.getByRole("button", { name: "Add to cart" }).first().click();
	await page.goto("/cart");
	await page.getByLabel("Discount code or gift card").fill("NO-SUCH");
	await page.getByRole("button", { name: "Apply" }).click();
	await expect(page.getByText("We don't know this code. Check the spelling.")).toBeVisible();
	await expectStateClean(page, "a cart with a wrong code");
	await page.getByLabel("Discount code or gift card").fill(` ${code.toLowerCase()}`);
	await page.getByRole("button", { name: "Apply" }).click();
	await expect(page.getByText(`Ten off ${code} (${code})`)).toBeVisible();
	await page.getByRole("link", { name: "Check out" }).click();
	await expect(page.locator(".checkout-totals")).toContainText(`Ten off ${code}`);

	await page.goto("/dashboard/offers");
	await page.getByRole("button", { name: `End now: Ten off ${code}` }).click();
	await expect(card).toContainText("Ended");
});
