import { expect } from "@playwright/test";
import { allowConsole, newPerson, openAs, rider, signIn, signUp, test } from "./fixtures.ts";

test("home shows its blocks, and only its six cards link to a purchase", async ({ page }) => {
	await page.goto("/");
	await expect(page.getByRole("group", { name: /^\d of 4$/ })).toHaveCount(4);
	await expect(page.getByRole("link", { name: /^Purchase / })).toHaveCount(6);
	await expect(page.getByRole("link", { name: "All Tools" })).toHaveAttribute(
		"href",
		"/manageTools",
	);
	await expect(page.getByRole("link", { name: "Browse the catalog" })).toHaveAttribute(
		"href",
		"/tools",
	);
	await expect(page.getByRole("link", { name: "All Review", exact: true })).toHaveAttribute(
		"href",
		"/review",
	);
	await expect(page.getByRole("link", { name: "See All Review" })).toHaveAttribute(
		"href",
		"/review",
	);
	await expect(page.getByRole("img", { name: /out of 5 stars/ })).toHaveCount(3);
});

test("a sold-out tool can't be purchased", async ({ page }) => {
	await page.goto("/tools/headset-press");
	await expect(page.getByRole("button", { name: "Purchase" })).toBeDisabled();
	await expect(page.getByText("Sold out")).toBeVisible();
});

test("an unknown page is Page Not Found and links home", async ({ page }) => {
	allowConsole(page, /404/);
	for (const path of ["/nope", "/tools/nope"]) {
		const answer = await page.goto(path);
		expect(answer?.status()).toBe(404);
		await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
	}
	await page.getByRole("link", { name: "Back to Home" }).click();
	await expect(page).toHaveURL("/");
});

test("guarded pages redirect to Login and back", async ({ page }) => {
	await page.goto("/dashboard/myorders");
	await expect(page).toHaveURL("/login?from=%2Fdashboard%2Fmyorders");
	await signIn(page, rider);
	await expect(page.getByRole("heading", { name: "My Orders" })).toBeVisible();
	await expect(page.getByRole("banner").getByText("Robin Rider")).toBeVisible();
	// A list that is still loading when the session ends would get a 401.
	const loading = page.getByRole("status").filter({ hasText: "Loading" });
	await expect(loading).toHaveCount(0);
	await page.getByRole("button", { name: "Sign Out" }).click();
	await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
	await page.goto("/dashboard/myorders");
	await expect(page).toHaveURL(/\/login/);
});

test("sign-in and sign-up show errors beside the field and under the form", async ({ page }) => {
	allowConsole(page, /401/, /422/);
	await page.goto("/login");
	await page.getByRole("button", { name: "Login" }).click();
	await expect(page.getByText("Email is Required")).toBeVisible();
	await expect(page.getByText("Password is Required")).toBeVisible();
	await signIn(page, { email: "not an address", password: "short" });
	await expect(page.getByText("Provide a valid Email")).toBeVisible();
	await expect(page.getByText("Must be 6 characters or longer")).toBeVisible();
	await signIn(page, { ...rider, password: "not the password" });
	await expect(
		page.getByRole("alert").filter({ hasText: "Invalid email or password" }),
	).toBeVisible();

	await page.goto("/signup");
	await signUp(page, { ...newPerson(), name: " " });
	await expect(page.getByText("Name is Required")).toBeVisible();
	await signUp(page, { ...newPerson(), email: rider.email });
	await expect(page.getByRole("alert").filter({ hasText: "User already exists" })).toBeVisible();
});

test("the order form rejects quantities outside the minimum and the stock", async ({ page }) => {
	await openAs(page, rider, "/purchase/torque-wrench");
	const quantity = page.getByLabel("Quantity");
	const line = page.getByRole("button", { name: "Order with obligation to pay" });
	await expect(quantity).toHaveValue("1");
	for (const [typed, toast] of [
		["", "Empty Quantity"],
		["999", "Quantity Excedded"],
		["0", "minimum quantity is required"],
	] as const) {
		await quantity.fill(typed);
		await line.click();
		await expect(page.getByRole("listitem").filter({ hasText: toast })).toBeVisible();
	}
});

test("pages and links work without JavaScript", async ({ browser, baseURL }) => {
	const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
	const page = await context.newPage();
	await page.goto("/");
	await page.getByRole("link", { name: "Tools", exact: true }).click();
	await page.getByRole("link", { name: "Torque wrench, 2 to 25 Nm" }).click();
	await expect(page.getByText("$89.00").first()).toBeVisible();
	await page.getByRole("link", { name: "Purchase" }).click();
	await expect(page.getByLabel("E-mail")).toBeVisible();
	await expect(page.getByLabel("Password")).toBeVisible();
	await context.close();
});
