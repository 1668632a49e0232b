/** The packing page: a packer ships one parcel after the other by keyboard, as a scanner types. */
import { expect, type Page } from "@playwright/test";
import { demoTools } from "../../local/demo/data.ts";
import { expectStateClean, smallTargets } from "./accessible.ts";
import {
	admin,
	openAs,
	openAsNewCustomer,
	packer,
	payByApi,
	pressEnter,
	storedToken,
	test,
} from "./fixtures.ts";

const twoTools = demoTools.filter(({ slug }) => slug === "pedal-wrench" || slug === "chain-whip");

/** Tools with the most stock. Two orders of them all have more lines than a page. */
const tenTools = demoTools
	.filter(({ minOrderQuantity }) => minOrderQuantity === 1)
	.toSorted((one, other) => other.quantity - one.quantity)
	.slice(0, 10);

/** A new customer buys tools, two of each chain whip. Returns the order's number. */
async function buy(page: Page, name: string, tools = twoTools): Promise<string> {
	await openAsNewCustomer(page, "/robots.txt");
	const placed = await page.request.post("/api/checkout", {
		headers: { Authorization: `Bearer ${await storedToken(page)}` },
		data: {
			lines: tools.map(({ slug, priceCents }) => ({
				toolId: slug,
				quantity: slug === "chain-whip" ? 2 : 1,
				price: priceCents / 100,
			})),
			name,
			line1: "27 Canal Street",
			city: "Portland",
			region: "OR",
			postalCode: "97209",
			country: "US",
			phone: "+1 555 0142",
		},
	});
	expect(placed.status(), await placed.text()).toBe(201);
	const { insertedId, order } = await placed.json();
	await payByApi(page, insertedId, { line: order.lines[0]._id });
	return String(order.number);
}

/** Ships what other tests left, which the page would show first: it waits longer. */
async function shipAllThatWaits(page: Page): Promise<void> {
	await openAs(page, admin, "/robots.txt");
	const headers = { Authorization: `Bearer ${await storedToken(page)}` };
	const waiting = new Set<string>();
	let path = "/api/order?limit=100";
	while (path) {
		const listed = await page.request.get(path, { headers });
		expect(listed.status()).toBe(200);
		for (const { orderId, paid, status } of await listed.json())
			if (paid && status === "Pending") waiting.add(orderId);
		path = /<([^>]*)>/.exec(listed.headers().link ?? "")?.[1] ?? "";
	}
	const parcels = [...waiting].map((orderId) => ({ orderId }));
	for (let start = 0; start < parcels.length; start += 100) {
		const data = { parcels: parcels.slice(start, start + 100) };
		// Cancelled and refunded ones are not shipped: they don't wait either.
		const shipped = await page.request.post("/api/shipments", { headers, data });
		expect(shipped.status(), await shipped.text()).toBe(200);
	}
}

test("a packer picks, ships by scans alone, and undoes one", async ({ page, otherPage }) => {
	test.slow();
	await shipAllThatWaits(page);
	const before = await buy(otherPage, "Zoe Packing", tenTools);
	const other = await buy(otherPage, "Yan Packing", tenTools);
	const first = await buy(otherPage, "Ada Packing");
	const second = await buy(otherPage, "Bo Packing");

	await openAs(page, packer, "/dashboard/packing");
	await expect(page.getByText("4 orders to ship.")).toBeVisible();
	const boxes = page.getByRole("checkbox", { name: /^Pack order/ });
	const choose = (number: string) =>
		page.getByRole("checkbox", { name: `Pack order ${number}`, exact: true });
	await expect(choose(before)).toBeEnabled();
	await expect(boxes).toHaveCount(1);
	await page.getByRole("link", { name: "Next page" }).click();
	await expect(choose(first)).toBeEnabled();
	await expect(choose(second)).toBeChecked();
	await expect(boxes).toHaveCount(3);
	await choose(other).uncheck();
	const picks = page.getByRole("region", { name: "Pick list" });
	// All that waits, on the page before too: the first order, and the two of this page that are selected.
	const expectPicks = (orders: number) => {
		const isInFirst = tenTools.some(({ slug }) => slug === "pedal-wrench");
		const count = orders + Number(isInFirst);
		return expect(picks.getByRole("row", { name: /Pedal wrench/ })).toContainText(
			new RegExp(`${count}\\s*${count}$`),
		);
	};
	await expectPicks(2);
	await page.emulateMedia({ media: "print" });
	await expectPicks(2);
	await expect(choose(first)).toBeHidden();
	await expect(page.getByRole("heading", { name: "Packing", exact: true })).toBeHidden();
	await page.emulateMedia({ media: null });
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
	await expectPicks(1);
	await expect(page.getByText("3 orders to ship.")).toBeVisible();
	await scan("JD0140000001");
	await expect(status).toHaveText(`Order ${second} already has this number.`);
	await pressEnter(page.getByRole("button", { name: `Undo order ${second}` }));
	await expect(status).toHaveText(`Order ${second} is back in the list.`);
	await expectPicks(2);
	await expect(field).toBeFocused();

	// A scanner does not wait for the answer to the number before.
	await page.keyboard.type("JD0140000002");
	await page.keyboard.press("Enter");
	await page.keyboard.type("JD0140000003");
	await page.keyboard.press("Enter");
	await expect(status).toHaveText(`Order ${first} is shipped with JD0140000003.`);
	await expect(page.getByText("All these orders have shipped.")).toBeVisible();
	await page.getByRole("link", { name: "First page" }).click();
	await expect(choose(before)).toBeEnabled();
	await expect(page.getByText("2 orders to ship.")).toBeVisible();
	await shipAllThatWaits(page);
});
