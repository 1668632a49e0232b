/** Which role sees which screen: visitor, customer and administrator on every path of the specification. */

import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { demoAccounts } from "../../local/demo/accounts.ts";
import { staffPages } from "../../src/components/staff-pages.ts";
import { placeNames } from "../../src/messages/dashboard.ts";
import {
	admin,
	manager,
	newPerson,
	openAs,
	openWithOwnSession,
	packer,
	rider,
	shopUrl,
	test,
} from "./fixtures.ts";
import { adminPages, customerPages, guardedPagesOf } from "./guarded-pages.ts";

/** Screens and their first heading. */
const publicScreens = {
	"/": "The right tool, on the right hook.",
	"/login": "Login",
	"/signup": "Sign Up",
	"/tools": "Tools",
	"/tools/torque-wrench": "Torque wrench, 2 to 25 Nm",
	"/cart": "Cart",
	"/checkout": "Checkout",
	"/review": "Reviews",
	"/blogs": "Blogs",
	"/portfolio": "My Portfolio",
};

/** Signs up or in at the auth API; the request context stores the cookie. */
async function openSession(request: APIRequestContext, path: string, data: object): Promise<void> {
	const headers = { Origin: shopUrl() };
	const answer = await request.post(`/api/auth/${path}`, { headers, data });
	expect(answer.status()).toBe(200);
}

const openSessionAs = (request: APIRequestContext, account: (typeof demoAccounts)[number]) =>
	openSession(request, "sign-in/email", { email: account.email, password: account.password });

/** The response to a navigation, without following redirects. */
function fetchPage(request: APIRequestContext, path: string, headers: Record<string, string> = {}) {
	return request.get(path, { headers, maxRedirects: 0 });
}

async function expectScreens(request: APIRequestContext, screens: object): Promise<void> {
	for (const [path, heading] of Object.entries(screens)) {
		const answer = await fetchPage(request, path);
		expect(answer.status(), path).toBe(200);
		const headings = [...(await answer.text()).matchAll(/<h1\b[^>]*>([\s\S]*?)<\/h1>/g)];
		expect(
			headings.map(([, words]) => words?.trim()),
			path,
		).toEqual([heading]);
	}
}

/** Expects a redirect to Login with the path to return to, and nothing of the page. */
async function expectRedirectedToLogin(request: APIRequestContext, screens: object): Promise<void> {
	for (const path of Object.keys(screens)) {
		const answer = await fetchPage(request, path);
		expect([answer.status(), answer.headers().location], path).toEqual([
			302,
			`/login?from=${encodeURIComponent(path)}`,
		]);
		expect(await answer.text(), path).toBe("");
		expect(answer.headers()["cache-control"], path).toBe("no-store");
	}
}

async function isSignedIn(request: APIRequestContext): Promise<boolean> {
	return (await fetchPage(request, "/dashboard/myprofile")).status() === 200;
}

const linksOf = (page: Page, navigation: string) =>
	page.getByRole("navigation", { name: navigation, exact: true }).getByRole("link");

const commonLinks = ["Tools", "Jobs", "My bike"];
/** The links of the specification that the header has no room for. */
const footerLinks = ["Home", "Review", "Blogs", "My Portfolio"];

test("a visitor sees the public screens and is redirected to Login from all others", async ({
	request,
}) => {
	await expectScreens(request, publicScreens);
	await expectRedirectedToLogin(request, { ...customerPages, ...adminPages });
	await expectRedirectedToLogin(request, {
		"/payment/any": "",
		"/orders/any": "",
		"/dashboard/packing/any": "",
		"/manageTools?q=a&sort=name": "",
	});
	const nowhere = await fetchPage(request, "/no/such/page");
	expect(nowhere.status()).toBe(404);
	expect(await nowhere.text()).toContain("Page Not Found");
});

test("a customer sees their screens and no administrator's", async ({ request }) => {
	const { name, email, password } = newPerson();
	await openSession(request, "sign-up/email", { name, email, password });
	await expectScreens(request, { ...publicScreens, ...customerPages });
	expect((await fetchPage(request, "/dashboard")).headers().location).toBe("/dashboard/myprofile");
	for (const [start, page] of [
		["/dashboard/start", "/dashboard/myprofile"],
		["/dashboard/start?by=login", "/"],
	] as const)
		expect((await fetchPage(request, start)).headers().location).toBe(page);
	await expectRedirectedToLogin(request, { ...adminPages, "/dashboard/packing/any": "" });
	expect(await isSignedIn(request)).toBe(true);
});

// headers.test.ts has what an administrator sees.
test("an administrator's page of what there is not is 404", async ({ request }) => {
	await openSessionAs(request, admin);
	for (const path of [
		"/update/nothing",
		"/purchase/nothing",
		"/payment/nothing",
		"/orders/nothing",
		"/dashboard/packing/nothing",
		"/dashboard/products/nothing",
	])
		expect((await fetchPage(request, path)).status(), path).toBe(404);
});

test("managers and packers see their screens", async ({ request }) => {
	for (const account of [manager, packer]) {
		await openSessionAs(request, account);
		await expectScreens(request, guardedPagesOf(account.role));
		await expectRedirectedToLogin(request, guardedPagesOf(account.role, false));
	}
});

test("a payment's screen is only for its customer, an order's for administrators too", async ({
	request,
	playwright,
}) => {
	const { name, email, password } = newPerson();
	await openSession(request, "sign-up/email", { name, email, password });
	const headers = { Origin: shopUrl() };
	const issued = await request.put(`/api/user/${encodeURIComponent(email)}`, {
		headers,
		data: { email },
	});
	const placed = await request.post("/api/order", {
		headers: { Authorization: `Bearer ${(await issued.json()).token}` },
		data: { productCode: "torque-wrench", quantity: 1, phone: "1", address: "5 Spoke Street" },
	});
	const { insertedId, order } = await placed.json();
	const title = `Order ${order.orderNumber}`;
	const [payment, line] = [`/payment/${insertedId}`, `/orders/${insertedId}`];
	await expectScreens(request, { [payment]: "Payment", [line]: title });
	for (const [account, hidden] of [
		[admin, [payment]],
		[rider, [payment, line]],
	] as const) {
		const others = await playwright.request.newContext({ baseURL: shopUrl() });
		await openSessionAs(others, account);
		for (const path of hidden) {
			const answer = await fetchPage(others, path);
			expect(answer.status(), path).toBe(404);
			expect(await answer.text(), path).not.toContain(name);
		}
		if (account === admin) await expectScreens(others, { [line]: title });
		await others.dispose();
	}
});

test("only a customer's own navigation to an administrator's screen signs them out", async ({
	request,
}) => {
	const { name, email, password } = newPerson();
	await openSession(request, "sign-up/email", { name, email, password });
	// One guard has them all.
	const paths = Object.keys(adminPages).slice(0, 3);
	for (const headers of [
		{ "Sec-Fetch-Site": "cross-site" },
		{ "Sec-Fetch-Site": "same-site" },
		{ "Sec-Fetch-Site": "same-origin", "Sec-Purpose": "prefetch" },
		{ "Sec-Fetch-Site": "none", "Sec-Purpose": "prefetch;prerender" },
	]) {
		for (const path of paths)
			expect((await fetchPage(request, path, headers)).status(), path).toBe(302);
		expect(await isSignedIn(request), JSON.stringify(headers)).toBe(true);
	}
	for (const site of ["none", "same-origin"]) {
		const answer = await fetchPage(request, "/dashboard/makeAdmin", { "Sec-Fetch-Site": site });
		expect(answer.headers().location).toBe("/login?from=%2Fdashboard%2FmakeAdmin");
		expect(await isSignedIn(request)).toBe(false);
		await openSession(request, "sign-in/email", { email, password });
	}
});

test("no spelling of a path bypasses its guard", async ({ request }) => {
	for (const path of [
		"/dashboard/%6dakeAdmin",
		"/%64ashboard/makeAdmin",
		"/dashboard/makeAdmin/",
		"//dashboard/makeAdmin",
		"/dashboard/./makeAdmin",
		"/blogs/..%2fdashboard/makeAdmin",
		"/dashboard/makeadmin",
		"/dashboard/makeAdmin.html",
		"/dashboard/makeAdmin/index.html",
		"/update/%74orque-wrench",
		"/manageTools%2f",
	]) {
		const answer = await request.get(shopUrl() + path, { maxRedirects: 0 });
		expect([302, 301, 308, 404], path).toContain(answer.status());
		expect(await answer.text(), path).not.toMatch(/<h1[^>]*>\s*(Make Admin|Update|All tools)/);
	}
	for (const path of ["/api/%73ervice", "/%61pi/service", "/api//service", "/api/service/"]) {
		const answer = await request.post(shopUrl() + path, { data: {}, maxRedirects: 0 });
		expect(answer.status(), path).toBeGreaterThanOrEqual(301);
	}
});

test("the navigation shows what a visitor may use, and nothing more", async ({ page }) => {
	await page.goto("/");
	await expect(linksOf(page, "Main")).toHaveText([...commonLinks, "Login"]);
	await expect(page.getByRole("button", { name: "Sign Out" })).toHaveCount(0);
	const footer = page.getByRole("navigation", { name: "Pages", exact: true });
	for (const name of footerLinks)
		await expect(footer.getByRole("link", { name, exact: true })).toHaveCount(1);
});

for (const { account, menu } of [
	{ account: rider, menu: ["My Profile", "My Orders", "Add A Review"] },
	{
		account: admin,
		menu: [
			"Overview",
			"Orders",
			"Products",
			"Customers",
			"Marketing",
			"Reviews",
			"Finance",
			"Content",
			"Settings",
			"History",
			"Health",
			"My Profile",
			"Make Admin",
			"Add products",
			"Manage Orders",
			"Manage Products",
		],
	},
	{
		account: manager,
		menu: [
			"Overview",
			"Orders",
			"Products",
			"Marketing",
			"Reviews",
			"Finance",
			"Settings",
			"History",
			"My Profile",
			"Add products",
			"Manage Orders",
			"Manage Products",
		],
	},
	{ account: packer, menu: ["Orders", "Orders to ship", "Packing", "My Profile"] },
]) {
	test(`navigation and dashboard show the links of the role ${account.role}`, async ({ page }) => {
		await openAs(page, account, "/dashboard");
		await expect(page.getByRole("heading", { name: "My Profile" })).toBeVisible();
		await expect(linksOf(page, "Dashboard")).toHaveText(menu);
		const isStaff = account !== rider;
		await expect(linksOf(page, "Main")).toHaveText([
			...(isStaff ? footerLinks : commonLinks),
			"Dashboard",
			"Manage Tools",
		]);
		const navigation = page.getByRole("navigation", { name: "Main", exact: true });
		await expect(navigation.getByText(account.name)).toBeVisible();
		await expect(navigation.getByRole("button", { name: "Sign Out" })).toBeVisible();
		// Each leads to a screen that the role sees by the tests above.
		const screens: Record<string, string> = { ...customerPages, ...guardedPagesOf(account.role) };
		const links = await linksOf(page, "Dashboard").all();
		const paths = await Promise.all(links.map((link) => link.getAttribute("href")));
		for (const path of paths) expect(Object.keys(screens)).toContain(path);
		// Staff begin with their work, customers with themselves.
		await navigation.getByRole("link", { name: "Dashboard" }).click();
		await expect(page).toHaveURL(paths[0] ?? "");
	});
}

test("each place of the menu opens to its parts, on a screen 720 px high and with 20 entries at most", async ({
	page,
}) => {
	test.slow();
	await page.setViewportSize({ width: 1440, height: 720 });
	await openAs(page, admin, "/dashboard/overview");
	const seen = new Set<string>();
	for (const name of Object.values(placeNames)) {
		const menu = page.getByRole("navigation", { name: "Dashboard", exact: true });
		await menu.getByRole("link", { name, exact: true }).first().click();
		const links = linksOf(page, "Dashboard");
		await expect(links.last()).toBeInViewport({ ratio: 1 });
		expect(await links.count()).toBeLessThanOrEqual(20);
		for (const link of await links.all()) seen.add((await link.getAttribute("href")) ?? "");
	}
	expect([...seen].sort()).toEqual(staffPages.map(({ path }) => path).sort());
});

test("a customer who opens an administrator's URL is signed out and can return", async ({
	page,
}) => {
	await openWithOwnSession(page, rider, "/dashboard/manageOrders");
	await expect(page).toHaveURL("/login?from=%2Fdashboard%2FmanageOrders");
	await expect(linksOf(page, "Main")).toHaveText([...commonLinks, "Login"]);
	expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
});
