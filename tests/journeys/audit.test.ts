/** The History page shows administrators the audit. */
import { expect } from "@playwright/test";
import { openSession } from "../../local/session.ts";
import { admin, openAs, shopUrl, storedToken, test } from "./fixtures.ts";

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

	await page.getByRole("link", { name: "History of tools" }).click();
	await expect(page.getByRole("heading", { name: "History", level: 1 })).toBeVisible();
	const kinds = page.getByRole("navigation", { name: "Kinds" });
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

test("lists lead to the history of what they show", async ({ request }) => {
	const { cookie } = await openSession(shopUrl(), { email: admin.email, password: admin.password });
	for (const [path, link, kind] of [
		["/dashboard/manageOrders", "History of orders", "order"],
		["/dashboard/manageProducts", "History of tools", "tool"],
		["/dashboard/makeAdmin", "History of roles", "user"],
	] as const) {
		const html = await (await request.get(path, { headers: { Cookie: cookie } })).text();
		const [, href = ""] = new RegExp(`<a[^>]* href="([^"]+)"[^>]*>${link}</a>`).exec(html) ?? [];
		expect(href, path).toBe(`/dashboard/history?kind=${kind}`);
	}
});
