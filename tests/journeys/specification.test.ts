/** The specification's fixed content: what its screens show to everyone. */
import { type APIRequestContext, expect, type Locator } from "@playwright/test";
import { contact, seller } from "../../src/config/config.ts";
import {
	allowConsole,
	newPerson,
	openAsNewCustomer,
	shopUrl,
	signUp,
	storedToken,
	test,
	toast,
} from "./fixtures.ts";

const linksOf = async (container: Locator) =>
	Object.fromEntries(
		await container
			.getByRole("link")
			.evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute("href")])),
	);

test("the footer leads where the specification says", async ({ page }) => {
	await page.goto("/blogs");
	const footer = page.getByRole("contentinfo");
	expect(await linksOf(footer)).toMatchObject({
		Review: "/review",
		Blogs: "/blogs",
		Portfolio: "/portfolio",
		Jobs: "/portfolio",
		"Press kit": "/portfolio",
	});
	for (const words of ["Design", "Marketing", "Advertisement"])
		await expect(footer.getByText(words, { exact: true })).toBeVisible();
	await expect(footer.getByText(`Copyright © ${new Date().getUTCFullYear()}`)).toBeVisible();
	await expect(footer.getByRole("img")).toHaveCount(3);
});

test("the demo shop publishes its legal pages, and the footer links to all", async ({ page }) => {
	await page.goto("/blogs");
	const links = await linksOf(page.getByRole("contentinfo"));
	const pages = {
		"Terms of use": "terms",
		"Privacy policy": "privacy",
		"Cookie policy": "cookies",
		Imprint: "imprint",
		Shipping: "shipping",
		Returns: "returns",
		Contact: "contact",
		Accessibility: "accessibility",
	};
	for (const [label, name] of Object.entries(pages)) {
		expect(links[label], label).toBe(`/legal/${name}`);
		const html = await (await page.request.get(`/legal/${name}`)).text();
		expect(/<h1\b[^>]*>([^<]*)</.exec(html)?.[1], name).toBe(label);
		expect(html, name).toContain("This is a demonstration.");
	}
	const { phone = "", registration = "", taxId = "" } = seller;
	await page.goto("/legal/imprint");
	for (const text of [contact.email, phone, registration, taxId])
		await expect(page.getByRole("definition").filter({ hasText: text })).toBeVisible();
	const response = await page.request.get("/legal/unknown");
	expect(response.status()).toBe(404);
});

test("home shows its stats, and each card all fields of a tool", async ({ page }) => {
	await page.goto("/");
	const stats = page.getByRole("region", { name: "The shop in figures" });
	for (const words of ["Total likes", "25.6K", "Products sold", "12,430", "Tasks done", "86%"])
		await expect(stats.getByText(words, { exact: true })).toBeVisible();
	const card = page.getByRole("article").filter({ hasText: "Minimum order" }).first();
	await expect(card.getByText(/^Minimum order \d+ · [\d,]+ available$/)).toBeVisible();
	await expect(card.getByText(/^\$\d/)).toBeVisible();
	await expect(card.locator("img")).toHaveCount(1);
	await expect(card.locator(".tool-card-text")).not.toBeEmpty();
});

test("blogs answer five questions, and the portfolio has a CV and contact details", async ({
	page,
	request,
}) => {
	await page.goto("/blogs");
	await expect(page.getByRole("main").getByRole("heading", { name: /\?$/ })).toHaveCount(5);
	await page.goto("/portfolio");
	const link = page.getByRole("link", { name: "Download CV" });
	await expect(link).toHaveAttribute("download", "cogsmith-cv.pdf");
	const cv = await link.getAttribute("href");
	const file = await request.get(cv ?? "/no CV");
	expect((await file.body()).subarray(0, 5).toString()).toBe("%PDF-");
	await expect(page.locator('main a[href^="mailto:"]').first()).toBeVisible();
});

test("Page Not Found apologizes", async ({ request }) => {
	const page = await (await request.get("/nope")).text();
	expect(page).toContain("the link may be broken, or the page may no longer exist");
});

test("Login and Sign Up link to each other and to Google", async ({ page }) => {
	for (const [path, other, to] of [
		["/login", "Create an account", "/signup"],
		["/signup", "Login", "/login"],
	] as const) {
		await page.goto(path);
		const main = page.getByRole("main");
		await expect(main.getByRole("link", { name: other })).toHaveAttribute("href", to);
		await expect(main.getByRole("button", { name: "Continue with Google" })).toBeVisible();
	}
});

/** Columns of a grid at three widths of the window. */
async function columnsOf(grid: Locator): Promise<number[]> {
	const columns: number[] = [];
	for (const width of [390, 800, 1280]) {
		await grid.page().setViewportSize({ width, height: 844 });
		columns.push(
			await grid.evaluate((node) => getComputedStyle(node).gridTemplateColumns.split(" ").length),
		);
	}
	return columns;
}

test("reviews are shown in one, two or three columns", async ({ page }) => {
	await page.goto("/review");
	expect(await columnsOf(page.locator(".review-grid"))).toEqual([1, 2, 3]);
});

test("tools are two in a row on a phone, and one can be bought from the first screen", async ({
	page,
}) => {
	await page.goto("/tools");
	expect(await columnsOf(page.locator(".tool-grid"))).toEqual([2, 2, 3]);
	await page.setViewportSize({ width: 390, height: 844 });
	for (const id of ["torque-wrench", "brake-pads"]) {
		await page.goto(`/tools/${id}`);
		await expect(page.getByText("Add to cart", { exact: true }).first()).toBeInViewport({
			ratio: 1,
		});
	}
});

async function placeOrder(request: APIRequestContext, bearer: string | null): Promise<string> {
	const placed = await request.post(`${shopUrl()}/api/order`, {
		headers: { Authorization: `Bearer ${bearer}` },
		data: { productCode: "chain-breaker", quantity: 2, phone: "1", address: "5 Spoke Street" },
	});
	return (await placed.json()).insertedId;
}

const noOrders = "No Order Found Go to All Tools To order";

test("the token is stored as accessToken until Sign Out, and pays for an order", async ({
	page,
}) => {
	const person = newPerson();
	await page.goto("/signup?from=/dashboard/myorders");
	await signUp(page, person);
	await expect(page.getByText(noOrders)).toBeVisible();
	const allTools = page.getByRole("main").getByRole("link", { name: "All Tools" });
	await expect(allTools).toHaveAttribute("href", "/manageTools");
	const bearer = await storedToken(page);
	expect(bearer).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);

	await page.goto(`/payment/${await placeOrder(page.request, bearer)}`);
	const main = page.getByRole("main");
	await expect(main.getByRole("heading", { name: "Payment", level: 1 })).toBeVisible();
	await expect(main.getByRole("img", { name: "Chain breaker" })).toBeVisible();
	await expect(main.getByText(`Hello, ${person.name}`)).toBeVisible();
	await expect(main.getByText("Please pay 69$ to confirm your order")).toBeVisible();
	await expect(main.getByRole("button", { name: "Pay $69.00" })).toBeEnabled();
	const card = page.frameLocator('iframe[title="Secure card payment input frame"]');
	const number = card.getByLabel("Credit or debit card number");
	await expect(number).toHaveCSS("font-size", "16px");

	// The payment page's header is one row, so the specification's links are in its menu.
	await page.getByRole("button", { name: "Menu" }).click();
	await page.getByRole("button", { name: "Sign Out" }).click();
	await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
	expect(await storedToken(page)).toBeNull();
});

test("an unpaid order can be paid or deleted from My Orders", async ({ page }) => {
	await openAsNewCustomer(page, "/dashboard/myorders");
	await expect(page.getByText(noOrders)).toBeVisible();
	const id = await placeOrder(page.request, await storedToken(page));
	await page.reload();
	const line = page.getByRole("article", { name: "Order of Chain breaker" });
	await expect(line.getByRole("link", { name: /^Pay/ })).toHaveAttribute("href", `/payment/${id}`);
	await line.getByRole("button", { name: /^Delete/ }).click();
	await page
		.getByRole("dialog")
		.getByRole("button", { name: /^Delete/ })
		.click();
	await expect(page.getByText(noOrders)).toBeVisible();
});

test("a tool below its minimum can't be ordered on its purchase page", async ({ page }) => {
	await openAsNewCustomer(page, "/purchase/headset-press");
	await expect(page.getByRole("heading", { name: "Your order" })).toBeVisible();
	await expect(page.locator("section astro-island[ssr]")).toHaveCount(0);
	await expect(page.getByRole("button", { name: "Order with obligation to pay" })).toBeDisabled();
});

test.describe("with a clock", () => {
	test.use({ ownContext: true });

	test("a toast stays five seconds", async ({ page }) => {
		await page.clock.install();
		await openAsNewCustomer(page, "/purchase/chain-breaker");
		await page.getByLabel("Quantity").fill("");
		await page.clock.pauseAt(new Date(Date.now() + 60_000));
		await page.getByRole("button", { name: "Order with obligation to pay" }).click();
		const empty = toast(page, "Empty Quantity");
		await expect(async () => {
			await page.clock.runFor(20);
			await expect(empty).toBeVisible({ timeout: 100 });
		}).toPass();
		await page.clock.runFor(3_500);
		await expect(empty).toBeVisible();
		await page.clock.runFor(2_500);
		await expect(empty).toBeHidden();
	});
});

test("a toast that could not be shown appears with the next interaction", async ({ page }) => {
	allowConsole(page, /ERR_FAILED/);
	await openAsNewCustomer(page, "/dashboard/myprofile");
	await expect(page.getByRole("button", { name: "Update Profile" })).toBeEnabled();
	await page.route("**/Toaster.*.js", (route) => route.abort());
	await page.reload();
	await page.getByRole("button", { name: "Update Profile" }).click();
	const dialog = page.getByRole("dialog", { name: "Update Profile" });
	await dialog.getByLabel("Phone").fill("+1 555 0188");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(dialog).toBeHidden();
	await page.unroute("**/Toaster.*.js");
	await page.keyboard.press("Tab");
	await expect(toast(page, "Congrates your submition ios complete")).toBeVisible();
});
