import { expect, type Page } from "@playwright/test";
import { demoTools } from "../../local/demo/data.ts";
import {
	admin,
	allowConsole,
	openAs,
	openAsNewCustomer,
	payByApi,
	pressEnter,
	storedToken,
	test,
	toast,
} from "./fixtures.ts";

const tools = demoTools.filter(({ slug }) =>
	["pedal-wrench", "chain-whip", "tire-levers"].includes(slug),
);

const note = "Please leave it at the bakery next door.";

/** A new customer checks out a few tools and pays them. Returns the path of the order's page. */
async function buy(page: Page): Promise<string> {
	await openAsNewCustomer(page, "/robots.txt");
	const placed = await page.request.post("/api/checkout", {
		headers: { Authorization: `Bearer ${await storedToken(page)}` },
		data: {
			lines: tools.map(({ slug, minOrderQuantity, priceCents }) => ({
				toolId: slug,
				quantity: minOrderQuantity,
				price: priceCents / 100,
			})),
			name: "Robin Rider",
			line1: "27 Canal Street",
			line2: "Unit 4",
			city: "Portland",
			region: "OR",
			postalCode: "97209",
			country: "US",
			phone: "+1 555 0142",
			note,
		},
	});
	expect(placed.status(), await placed.text()).toBe(201);
	const { insertedId, order } = await placed.json();
	await payByApi(page, insertedId, { line: order.lines[0]._id });
	return `/orders/${insertedId}`;
}

test("a setting says at the field of its row what is wrong, and keeps what was typed", async ({
	page,
}) => {
	allowConsole(page, /422/);
	await openAs(page, admin, "/dashboard/settings");
	await page.getByRole("button", { name: "Add a service" }).click();
	const added = page.getByRole("list", { name: "Services" }).getByRole("listitem").last();
	const name = added.getByLabel("Service", { exact: true });
	const price = added.getByLabel("Price", { exact: true });
	await name.fill("By bike");
	await price.fill("-3");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(price).toHaveAccessibleDescription(/must not be negative/);
	await expect(price).toHaveValue("-3");
	await expect(name).toHaveValue("By bike");
});

const pagesOf = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;

test("two lines of an order are shipped in one parcel, undone, corrected and packed", async ({
	page,
	otherPage,
}) => {
	test.slow();
	const path = await buy(otherPage);

	await openAs(page, admin, path);
	const open = page.getByRole("button", { name: "Ship with tracking" });
	const line = (name: string) => page.locator(".checkout-line").filter({ hasText: name });
	// With the keyboard alone.
	await pressEnter(open);
	const dialog = page.getByRole("dialog", { name: "Ship with tracking" });
	await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(3);
	for (const { name } of tools) await dialog.getByRole("checkbox", { name }).press("Space");
	await expect(dialog.getByText("Choose at least one tool.")).toBeVisible();
	for (const name of ["Pedal wrench", "Chain whip"])
		await dialog.getByRole("checkbox", { name }).press("Space");
	const number = dialog.getByLabel("Tracking number");
	await number.fill("1Z 8");
	await number.press("Enter");
	await expect(dialog.getByRole("alert").filter({ hasText: "Carrier is Required" })).toBeVisible();
	await dialog.getByLabel("Carrier").selectOption("UPS");
	await expect(dialog.getByRole("link", { name: /tracknum=1Z%208$/ })).toBeVisible();
	const packing = dialog.getByRole("link", { name: "Packing slip" });
	const packingUrl = (await packing.getAttribute("href")) ?? "";
	await number.press("Enter");
	const undo = toast(page, "1 order shipped.").getByRole("button", { name: "Undo" });
	await undo.press("Enter");
	await expect(open).toBeEnabled();
	// A line says only what differs from its order.
	for (const { name } of tools)
		await expect(line(name).getByText("Shipped", { exact: true })).toHaveCount(0);

	await pressEnter(open);
	await dialog.getByRole("checkbox", { name: "Tire levers" }).uncheck();
	await dialog.getByLabel("Carrier").selectOption({ label: "Another carrier…" });
	await dialog.getByLabel("Carrier's name").fill("Cargo bike");
	await pressEnter(dialog.getByRole("button", { name: "Ship", exact: true }));
	await expect(line("Chain whip").getByText("Shipped", { exact: true })).toBeVisible();
	await expect(line("Tire levers").getByText("To pack", { exact: true })).toBeVisible();
	await expect(page.getByText(/^Part of it shipped on .* 1 tool is left to ship\.$/)).toBeVisible();
	await pressEnter(page.getByRole("button", { name: /^Change tracking/ }));
	const correction = page.getByRole("dialog", { name: "Change tracking" });
	await expect(correction.getByLabel("Carrier's name")).toHaveValue("Cargo bike");
	await correction.getByLabel("Carrier", { exact: true }).selectOption("DHL");
	await correction.getByLabel("Tracking number").fill("77");
	await correction.getByLabel("Tracking number").press("Enter");
	await expect(page.getByRole("link", { name: "Track DHL 77" })).toHaveAttribute("href", /dhl/);

	await pressEnter(page.getByRole("button", { name: "Mark as packed" }));
	await page.getByRole("button", { name: "Not packed" }).waitFor();
	await pressEnter(page.getByRole("button", { name: "Ship", exact: true }));
	await expect(line("Tire levers").getByText("To pack", { exact: true })).toHaveCount(0);

	await page.goto(packingUrl);
	const slip = page.getByRole("main");
	await expect(slip.locator("address span")).toHaveText([
		"Robin Rider",
		"27 Canal Street",
		"Unit 4",
		"Portland, OR 97209",
		"United States",
	]);
	await expect(slip.getByRole("row")).toHaveCount(3);
	await expect(slip.getByText(note)).toBeVisible();
	await expect(slip).not.toContainText("$");
	await expect(page.locator("astro-island")).toHaveCount(0);
	// Fifteen lines still fit one page.
	await slip.locator("tbody").evaluate((body) => {
		const row = body.firstElementChild;
		while (row && body.childElementCount < 15) body.appendChild(row.cloneNode(true));
	});
	for (const format of ["A4", "Letter"])
		expect(pagesOf(await page.pdf({ format })), format).toBe(1);
});
