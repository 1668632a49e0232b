/** The History page shows administrators the audit. */
import { expect } from "@playwright/test";
import { openSession } from "../../local/session.ts";
import { newIpAddress } from "../helpers/ip-address.ts";
import { admin, newPerson, openAs, shopUrl, storedToken, test } from "./fixtures.ts";

test("History shows a stock change with its user and the values before and after", async ({
	page,
}) => {
	await openAs(page, admin, "/dashboard/manageProducts");
	const bearer = { Authorization: `Bearer ${await storedToken(page)}` };
	const name = `History gauge ${Date.now().toString(36)}`;
	const [existingTool] = await (await page.request.get("/api/service?limit=1")).json();
	const added = await page.request.post("/api/service", {
		headers: bearer,
		data: {
			name,
			description: "Measures what was.",
			image: existingTool.image,
			minOrderQuantity: 1,
			quantity: 4,
			price: 12.5,
		},
	});
	const { insertedId } = await added.json();
	await page.request.put(`/api/service/${insertedId}`, { headers: bearer, data: { quantity: 9 } });
	await page.request.delete(`/api/service?id=${insertedId}`, { headers: bearer });

	await page.getByRole("link", { name: "Tool history" }).click();
	await expect(page.getByRole("heading", { name: "History", level: 1 })).toBeVisible();
	const kinds = page.getByRole("navigation", { name: "Types of changes" });
	await expect(kinds.getByRole("link", { name: "Tools" })).toHaveAttribute("aria-current", "page");
	const changed = page.getByRole("listitem").filter({ hasText: `changed ${name}; stock 4 → 9` });
	await expect(changed).toContainText(admin.email);
	await changed.getByRole("link", { name: "Only this item" }).click();

	const entries = page.getByRole("main").getByRole("list").last().getByRole("listitem");
	await expect(entries).toHaveCount(3);
	await expect(entries.nth(0)).toContainText(`deleted ${name}`);
	await expect(entries.nth(1)).toContainText("stock 4 → 9");
	await expect(entries.nth(2)).toContainText(`added ${name}; price $12.50; stock 4`);
	await kinds.getByRole("link", { name: "Everything" }).click();
	await expect(page).toHaveURL(`${shopUrl()}/dashboard/history`);
	await expect(page.getByRole("listitem").filter({ hasText: `deleted ${name}` })).toBeVisible();
});

test("Health names a network that reserves much, and releases its orders; a guest puts theirs into the cart again", async ({
	page,
	otherPage,
}) => {
	const tool = "spoke-wrench";
	const [{ price }] = await (await page.request.get(`/api/service?id=${tool}`)).json();
	const address = newIpAddress();
	const ids: string[] = [];
	for (let n = 1; n <= 5; n += 1) {
		const { name, email } = newPerson();
		const placed = await otherPage.request.post("/api/checkout", {
			headers: { Origin: shopUrl(), "CF-Connecting-IP": address },
			data: {
				lines: [{ toolId: tool, quantity: 1, price }],
				name,
				email,
				phone: "+1 555 0123",
				line1: `${n} Spoke Street`,
				city: "Portland",
				region: "OR",
				postalCode: "97201",
				country: "US",
			},
		});
		expect(placed.status(), await placed.text()).toBe(201);
		ids.push((await placed.json()).insertedId);
	}

	await openAs(page, admin, "/dashboard/health");
	const finding = page
		.getByRole("listitem")
		.filter({ hasText: "5 unpaid orders from one network" })
		.last();
	await finding.getByRole("link", { name: "Release them" }).click();
	const dialog = page.getByRole("alertdialog", { name: "Release 5 unpaid orders?" });
	await expect(dialog).toContainText("5 items go back into stock.");
	await dialog.getByRole("link", { name: "Keep them" }).click();
	await expect(dialog).toHaveCount(0);
	// It asks as well by time, and names at least these.
	const byTime = page.getByRole("region", { name: "Release unpaid orders by time" });
	await byTime.getByRole("button", { name: "Count them" }).click();
	await expect(
		page.getByRole("alertdialog", { name: /^Release \d+ unpaid orders\?$/ }),
	).toBeVisible();
	await page.goBack();
	await finding.getByRole("link", { name: "Release them" }).click();
	await dialog.getByRole("button", { name: "Release 5 orders" }).click();
	await expect(page.getByRole("status")).toContainText("Orders released.");
	await expect(finding).toHaveCount(0);
	await page.goto("/dashboard/history?kind=order");
	const released = page.getByRole("listitem").filter({ hasText: "released the reservation of" });
	await expect(released.first()).toContainText(admin.email);
	expect(await released.count()).toBeGreaterThanOrEqual(5);

	const heading = "This order wasn't paid in time, so its items are for sale again.";
	await expect(async () => {
		await otherPage.goto(`/orders/${ids[4]}`);
		await expect(otherPage.getByRole("heading", { name: heading })).toBeVisible({ timeout: 1000 });
	}).toPass();
	await otherPage.getByRole("button", { name: "Order again" }).click();
	await expect(otherPage.getByText("1 tool added to the cart.")).toBeVisible();
	await otherPage.getByRole("link", { name: "View cart" }).first().click();
	await expect(
		otherPage.getByRole("main").getByRole("link", { name: "Round spoke wrench" }).first(),
	).toBeVisible();
});

test("lists lead to the history of what they show", async ({ request }) => {
	const { cookie } = await openSession(shopUrl(), { email: admin.email, password: admin.password });
	for (const [path, link, kind] of [
		["/dashboard/manageOrders", "Order history", "order"],
		["/dashboard/manageProducts", "Tool history", "tool"],
		["/dashboard/makeAdmin", "Role history", "user"],
	] as const) {
		const html = await (await request.get(path, { headers: { Cookie: cookie } })).text();
		const [, href = ""] = new RegExp(`<a[^>]* href="([^"]+)"[^>]*>${link}</a>`).exec(html) ?? [];
		expect(href, path).toBe(`/dashboard/history?kind=${kind}`);
	}
});
