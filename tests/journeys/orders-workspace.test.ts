/** A merchant's Monday: what waits, five orders shipped at once and one refunded, by keys; slips, a note. */
import { expect, type Page } from "@playwright/test";
import { demoTools } from "../../local/demo/data.ts";
import { axeViolations } from "./axe.ts";
import {
	admin,
	allowConsole,
	openAs,
	openAsNewCustomer,
	payByApi,
	storedToken,
	test,
	toast,
} from "./fixtures.ts";
import { cpuTimeOfKeys } from "./measure.ts";

const tools = demoTools
	.filter(({ slug }) =>
		[
			...["pedal-wrench", "chain-whip", "tire-levers"],
			...["torque-wrench", "chain-breaker", "spoke-wrench"],
		].includes(slug),
	)
	.slice(0, 6);

/** Tools with enough stock for the list below. */
const plenty = demoTools.filter(({ slug }) =>
	[
		...["y-hex-key", "hex-key-set", "multi-tool"],
		...["chain-breaker", "master-link-pliers", "cassette-lockring-tool"],
	].includes(slug),
);

interface PlacedOrder {
	insertedId: string;
	order: { lines: { _id: string }[] };
}

/** Places an order of each tool, as the customer of the page. */
async function place(page: Page, ordered: typeof demoTools): Promise<PlacedOrder> {
	const placed = await page.request.post("/api/checkout", {
		headers: { Authorization: `Bearer ${await storedToken(page)}` },
		data: {
			lines: ordered.map(({ slug, minOrderQuantity, priceCents }) => ({
				productCode: slug,
				quantity: minOrderQuantity,
				price: priceCents / 100,
			})),
			...{ name: "Robin Rider", line1: "27 Canal Street", city: "Portland", region: "OR" },
			...{ postalCode: "97209", country: "US", phone: "+1 555 0142" },
		},
	});
	expect(placed.status(), await placed.text()).toBe(201);
	return placed.json();
}

/** A new customer pays one order of each tool. Returns their e-mail. */
async function buy(page: Page): Promise<string> {
	const { email } = await openAsNewCustomer(page, "/robots.txt");
	const { insertedId, order } = await place(page, tools);
	await payByApi(page, insertedId, { line: order.lines[0]?._id ?? "" });
	return email;
}

test("five orders are shipped and one is refunded in ten keystrokes", async ({
	page,
	otherPage,
}) => {
	test.slow();
	const email = await buy(otherPage);
	await openAs(page, admin, "/dashboard/overview");
	await page
		.getByRole("region", { name: "To do" })
		.getByRole("link", { name: /^To ship/ })
		.click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Orders");
	// A search stays in its tab.
	await page.getByRole("searchbox", { name: "Search" }).fill(email);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\?tab=toShip&q=/);
	const rows = page.locator("tbody tr");
	await expect(rows).toHaveCount(6);
	await expect(rows.first().getByRole("checkbox")).toBeEnabled();
	const toShip = page.getByRole("link", { name: /^To ship/ });
	const waiting = async () => Number(((await toShip.textContent()) ?? "").replace(/\D/g, ""));
	const before = await waiting();
	expect(before).toBe(6);

	let strokes = 0;
	const press = async (key: string) => {
		strokes += 1;
		await page.keyboard.press(key);
	};
	await press("x");
	strokes += 1;
	await page.keyboard.down("Shift");
	for (let more = 0; more < 4; more += 1) await press("KeyJ");
	await page.keyboard.up("Shift");
	await expect(page.getByText("5 orders selected")).toBeVisible();
	await press("s");
	await expect(toast(page, "5 orders are shipped.")).toBeVisible();
	await press("j");
	await press("r");
	await expect(page.getByRole("dialog", { name: "Refund this order?" })).toBeVisible();
	await press("Enter");
	await expect(rows.nth(5).getByText("Refunded", { exact: true })).toBeVisible();
	expect(strokes).toBeLessThanOrEqual(12);
	for (let place = 0; place < 5; place += 1)
		await expect(rows.nth(place).getByText("Shipped", { exact: true })).toBeVisible();
	expect(await waiting()).toBe(before - 6);

	await toast(page, "5 orders are shipped.").getByRole("button", { name: "Undo" }).click();
	await expect(rows.getByText("Pending", { exact: true })).toHaveCount(6);
	expect(await waiting()).toBe(before - 1);

	allowConsole(page, /409 \(Conflict\)/);
	// Another administrator has shipped one meanwhile: each order that was not shipped is named.
	const id = (await rows.first().getByRole("link").getAttribute("href"))?.split("/").at(-1) ?? "";
	const shipped = await page.request.put(`/api/order?id=${id}`, {
		headers: { Authorization: `Bearer ${await storedToken(page)}` },
		data: { status: "Shipped" },
	});
	expect(shipped.status()).toBe(200);
	await page.getByRole("checkbox", { name: "Select all on this page" }).check();
	await page.getByRole("button", { name: "Ship 6" }).click();
	const failures = page.getByRole("alert").filter({ hasText: "These orders were not shipped:" });
	await expect(failures.getByRole("listitem")).toHaveCount(6);
	await page.getByRole("checkbox", { name: "Select all on this page" }).uncheck();

	// The current row's order, with a note, then its slip among many.
	await rows.nth(1).getByRole("checkbox").focus();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { name: "Manage" })).toBeVisible();
	await page.getByLabel("New note").fill("Rings before delivery");
	await page.getByRole("button", { name: "Add note" }).click();
	await expect(page.getByRole("list", { name: "Notes" })).toContainText("Rings before delivery");
	await expect(page.getByText("Paid, with the receipt")).toBeVisible();
	await page.goto(`/dashboard/orders?q=${email}`);
	await rows.nth(1).getByRole("checkbox").check();
	await page.getByRole("button", { name: "Labels" }).click();
	const label = page.getByRole("region", { name: /^Label of order/ });
	await expect(label).toContainText("27 Canal Street");
	expect(await axeViolations(page)).toEqual([]);
	await page.getByRole("link", { name: "Slips and labels" }).click();
	await expect(page.getByText("2 sheets")).toBeVisible();
	await expect(label).toHaveCount(1);
	await expect(page.getByRole("heading", { name: "Packing slip" })).toHaveCount(1);
});

test("what was shipped or refunded in a dialog is no longer selected", async ({
	page,
	otherPage,
}) => {
	const email = await buy(otherPage);
	await openAs(page, admin, `/dashboard/orders?q=${email}`);
	const boxes = page.locator("tbody").getByRole("checkbox");
	const dialog = page.getByRole("dialog");
	for (const [place, action, confirm] of [
		[0, "Refund", "Refund"],
		[1, "Ship with tracking", /^Ship \d/],
	] as const) {
		await boxes.nth(place).check();
		await expect(page.getByText("1 order selected")).toBeVisible();
		await page.getByRole("button", { name: action, exact: true }).click();
		const carrier = dialog.getByLabel("Carrier", { exact: true });
		if (action === "Ship with tracking") await carrier.selectOption("UPS");
		await dialog.getByRole("button", { name: confirm }).click();
		await expect(dialog).toHaveCount(0);
		await expect(page.getByText("No order is selected.")).toBeVisible();
		await expect(boxes.nth(place)).not.toBeChecked();
	}
});

test("a key shows its effect in 40 ms on the longest list, at a quarter of the processor", async ({
	page,
	otherPage: customer,
}) => {
	const { email } = await openAsNewCustomer(customer, "/robots.txt");
	for (let order = 0; order < 4; order += 1) await place(customer, plenty);
	await place(customer, plenty.slice(0, 1));
	await openAs(page, admin, `/dashboard/orders?q=${email}`);
	await expect(page.locator("tbody tr")).toHaveCount(25);
	await expect(page.locator("tbody").getByRole("checkbox").first()).toBeEnabled();
	// What the browser and the measurement cost.
	const nothing = await cpuTimeOfKeys(page, Array(9).fill("q"));
	const keys = await cpuTimeOfKeys(page, ["x", "j", "x", "J", "k", "x", "J", "J", "Escape"]);
	expect(nothing).toBeGreaterThan(0);
	const slowdown = 4;
	expect((keys - nothing) * slowdown).toBeLessThanOrEqual(40);
});
