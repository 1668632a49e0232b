import { expect } from "@playwright/test";
import {
	admin,
	newPerson,
	openAs,
	orderTool,
	shopUrl,
	signUp,
	storedToken,
} from "../journeys/fixtures.ts";
import { blogPage, cardHtml } from "./blog-server.ts";
import { test } from "./fixtures.ts";

test("an order stores the partner its customer came from, and administrators see the partner's sales", async ({
	page,
	blog,
	otherPage: desk,
}) => {
	const partner = `blog-${Date.now().toString(36)}`;
	const person = newPerson();
	await page.goto(blog.page(blogPage(cardHtml(`partner="${partner}"`, "digital-caliper"))));
	await page.getByRole("link", { name: /^Digital caliper/ }).click();
	await expect(page).toHaveURL(`${shopUrl()}/tools/digital-caliper?seen-on=${partner}`);
	expect(await page.context().cookies()).toEqual([]);
	await page.getByRole("main").getByRole("link", { name: "Purchase" }).click();
	await page.waitForURL(/\/login/, { waitUntil: "load" });
	await page.goto("/signup?from=/purchase/digital-caliper");
	await signUp(page, person);
	await orderTool(page);
	await expect(page.getByRole("heading", { name: "Ordered" })).toBeVisible();
	await page.goto("/dashboard/myorders");
	await expect(page.getByText(`Referred by ${partner}`)).toBeVisible();

	await openAs(desk, admin, "/dashboard/partners");
	const row = desk.getByRole("row", { name: partner });
	await expect(row.getByRole("cell")).toHaveText(["1", "0", "$0.00"]);
	const csv = await desk.request.get("/dashboard/partners.csv");
	expect(csv.headers()["content-type"]).toBe("text/csv; charset=utf-8");
	expect(await csv.text()).toContain(`${partner},1,0,0.00\r\n`);
	const stranger = await fetch(`${shopUrl()}/dashboard/partners.csv`, { redirect: "manual" });
	expect(stranger.status).toBe(302);
});

test("an archived tool is shown as retired", async ({ page, blog }) => {
	await openAs(page, admin, "/robots.txt");
	const headers = { Authorization: `Bearer ${await storedToken(page)}` };
	const change = async (state: "archived" | "listed") => {
		const changed = await page.request.patch("/api/service/patch-kit", {
			headers,
			data: { state },
		});
		expect(changed.status()).toBe(200);
	};
	await change("archived");
	await page.goto(blog.page(blogPage(cardHtml("", "patch-kit"))));
	await expect(page.getByText("No longer sold")).toBeVisible();
	await page.getByRole("link", { name: "All tools" }).click();
	await expect(page.getByRole("heading", { name: "Tools" })).toBeVisible();
	// For the journeys in the same shop.
	await change("listed");
});
