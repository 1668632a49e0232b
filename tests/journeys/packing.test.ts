/** The packing page: a packer ships one parcel after the other by keyboard, as a scanner types. */
import { expect, type Page } from "@playwright/test";
import { demoTools } from "../../local/demo/data.ts";
import { expectStateClean, smallTargets } from "./accessible.ts";
import { openAs, openAsNewCustomer, packer, payByApi, storedToken, test } from "./fixtures.ts";

/** A new customer buys a pedal wrench and two chain whips. Returns the order's number. */
async function buy(page: Page, name: string): Promise<string> {
	await openAsNewCustomer(page, "/robots.txt");
	const placed = await page.request.post("/api/checkout", {
		headers: { Authorization: `Bearer ${await storedToken(page)}` },
		data: {
			lines: demoTools
				.filter(({ slug }) => slug === "pedal-wrench" || slug === "chain-whip")
				.map(({ slug, priceCents }) => ({
					productCode: slug,
					quantity: slug === "chain-whip" ? 2 : 1,
					price: priceCents / 100,
				})),
			...{ name, line1: "27 Canal Street", city: "Portland", region: "OR" },
			...{ postalCode: "97209", country: "US", phone: "+1 555 0142" },
		},
	});
	expect(placed.status(), await placed.text()).toBe(201);
	const { insertedId, order } = await placed.json();
	await payByApi(page, insertedId, { line: order.lines[0]._id });
	return String(order.number);
}

test("a packer picks, ships by scans alone, and undoes one", async ({ page, otherPage }) => {
	test.slow();
	const first = await buy(otherPage, "Ada Packing");
	const second = await buy(otherPage, "Bo Packing");

	await openAs(page, packer, "/dashboard/packing");
	// Nobody else's orders, should other tests have left some.
	const choose = (number: string) =>
		page.getByRole("checkbox", { name: `Pack order ${number}`, exact: true });
	await expect(choose(first)).toBeEnabled();
	for (const box of await page.getByRole("checkbox", { name: /^Pack order/ }).all()) {
		const label = await box.getAttribute("aria-label");
		if (!label?.endsWith(first) && !label?.endsWith(second)) await box.uncheck();
	}
	const picks = page.getByRole("region", { name: "Pick list" });
	await expect(picks.getByRole("row", { name: /Pedal wrench/ })).toContainText(/2\s*2$/);
	await expect(picks.getByRole("row", { name: /Chain whip/ })).toContainText(/4\s*2$/);
	await expect(page.getByText("$")).toHaveCount(0);
	expect(await smallTargets(page)).toEqual([]);

	const field = page.getByRole("textbox", { name: "Scan" });
	const status = page.locator("#pack-message");
	const scan = async (code: string) => {
		await field.focus();
		await page.keyboard.type(code);
		await page.keyboard.press("Enter");
	};
	await scan(second);
	await expect(page.getByText(`Order ${second} for Bo Packing`)).toBeVisible();
	await scan("JD0140000001");
	await expect(status).toHaveText("Carrier is Required");
	await expect(field).toHaveAttribute("aria-invalid", "true");
	await expectStateClean(page, "packing: an error");
	await page.getByLabel("Carrier").selectOption("DHL");
	await scan("1050");
	await expect(status).toContainText("too short for a tracking number");
	await scan("JD0140000001");
	await expect(status).toHaveText(`Order ${second} is shipped with JD0140000001.`);
	await expect(page.getByText(`Order ${first} for Ada Packing`)).toBeVisible();
	await scan("JD0140000001");
	await expect(status).toHaveText(`This number is that of order ${second}.`);
	await page.getByRole("button", { name: `Undo order ${second}` }).press("Enter");
	await expect(status).toHaveText(`Order ${second} waits again.`);
	await expect(field).toBeFocused();

	// A scanner does not wait for the answer to the number before.
	await page.keyboard.type("JD0140000002");
	await page.keyboard.press("Enter");
	await page.keyboard.type("JD0140000003");
	await page.keyboard.press("Enter");
	await expect(status).toHaveText(`Order ${first} is shipped with JD0140000003.`);
	await expect(page.getByText("All these orders are shipped.")).toBeVisible();
});
