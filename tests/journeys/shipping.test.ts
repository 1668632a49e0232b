import { expect, type Page } from "@playwright/test";
import { demoTools } from "../../local/demo/data.ts";
import {
	admin,
	openAs,
	openAsNewCustomer,
	payByApi,
	storedToken,
	test,
	toast,
} from "./fixtures.ts";

const tools = demoTools.filter(({ slug }) =>
	["pedal-wrench", "chain-whip", "tire-levers"].includes(slug),
);

const note = "Please leave it at the bakery next door.";

/** A new customer checks out a few tools and pays them. Returns the customer's e-mail. */
async function buy(page: Page): Promise<string> {
	const { email } = await openAsNewCustomer(page, "/robots.txt");
	const placed = await page.request.post("/api/checkout", {
		headers: { Authorization: `Bearer ${await storedToken(page)}` },
		data: {
			lines: tools.map(({ slug, minOrderQuantity, priceCents }) => ({
				productCode: slug,
				quantity: minOrderQuantity,
				price: priceCents / 100,
			})),
			...{ name: "Robin Rider", line1: "27 Canal Street", line2: "Unit 4", city: "Portland" },
			...{ region: "OR", postalCode: "97209", country: "US", phone: "+1 555 0142", note },
		},
	});
	expect(placed.status(), await placed.text()).toBe(201);
	const { insertedId, order } = await placed.json();
	await payByApi(page, insertedId, { line: order.lines[0]._id });
	return email;
}

const pagesOf = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;

test("two orders of a checkout are shipped in one parcel, undone, corrected and packed", async ({
	page,
	otherPage,
}) => {
	test.slow();
	const email = await buy(otherPage);

	await openAs(page, admin, `/dashboard/manageOrders?q=${email}`);
	const card = (name: string) => page.getByRole("article", { name: `Order of ${name}` });
	const open = (name: string) => card(name).getByRole("button", { name: /^Ship with tracking/ });
	// With the keyboard alone.
	await expect(open("Pedal wrench")).toBeEnabled();
	await open("Pedal wrench").press("Enter");
	const dialog = page.getByRole("dialog", { name: "Ship with tracking" });
	await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(3);
	for (const { name } of tools) await dialog.getByRole("checkbox", { name }).press("Space");
	await expect(dialog.getByText("Choose at least one order.")).toBeVisible();
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
	await expect(card("Chain whip").getByRole("link", { name: "1Z 8" })).toBeVisible();
	await expect(card("Tire levers").getByText("Pending", { exact: true })).toBeVisible();

	await toast(page, "Status is updated").getByRole("button", { name: "Undo" }).press("Enter");
	for (const name of ["Pedal wrench", "Chain whip"]) {
		await expect(card(name).getByText("Pending", { exact: true })).toBeVisible();
		await expect(card(name).getByRole("link", { name: "1Z 8" })).toHaveCount(0);
	}

	await open("Chain whip").press("Enter");
	await dialog.getByRole("checkbox", { name: "Tire levers" }).uncheck();
	await dialog.getByLabel("Carrier").selectOption({ label: "Another carrier …" });
	await dialog.getByLabel("Carrier's name").fill("Cargo bike");
	await dialog.getByRole("button", { name: "Ship 2 orders" }).press("Enter");
	await expect(card("Pedal wrench").getByText("Cargo bike: no tracking number")).toBeVisible();
	await card("Pedal wrench")
		.getByRole("button", { name: /^Change tracking/ })
		.press("Enter");
	const correction = page.getByRole("dialog", { name: "Change tracking" });
	await expect(correction.getByLabel("Carrier's name")).toHaveValue("Cargo bike");
	await correction.getByLabel("Carrier", { exact: true }).selectOption("DHL");
	await correction.getByLabel("Tracking number").fill("77");
	await correction.getByLabel("Tracking number").press("Enter");
	for (const name of ["Pedal wrench", "Chain whip"])
		await expect(card(name).getByRole("link", { name: "77" })).toHaveAttribute("href", /dhl/);

	const levers = card("Tire levers");
	await levers.getByRole("button", { name: /^Mark as packed/ }).press("Enter");
	await expect(levers.getByText("Packed", { exact: true })).toBeVisible();
	await expect(levers.getByRole("button", { name: /^Not packed/ })).toBeEnabled();
	await levers.getByRole("button", { name: /^Shipped/ }).press("Enter");
	await levers.getByRole("button", { name: /^Add tracking/ }).press("Enter");
	const adding = page.getByRole("dialog", { name: "Add tracking" });
	await expect(adding.getByRole("checkbox")).toHaveCount(1);
	await adding.getByLabel("Carrier").selectOption("UPS");
	await adding.getByLabel("Tracking number").fill("1Z 9");
	await adding.getByLabel("Tracking number").press("Enter");
	await expect(levers.getByRole("link", { name: "1Z 9" })).toBeVisible();

	await page.goto(packingUrl);
	const slip = page.getByRole("main");
	await expect(slip.locator("address span")).toHaveText([
		...["Robin Rider", "27 Canal Street", "Unit 4", "Portland, OR 97209", "United States"],
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
