/** axe on every page, as everyone who may see it, in light and dark. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { demoAccounts } from "../../local/accounts.ts";
import { expectNoise, signIn, test } from "./shop.ts";

const publicPages = ["/", "/tools", "/tools/torque-wrench", "/review", "/blogs", "/portfolio"];
const forms = ["/login", "/signup"];
const customers = [
	"/manageTools",
	"/purchase/torque-wrench",
	"/dashboard/myprofile",
	"/dashboard/myorders",
	"/dashboard/addreview",
];
const administrators = [
	"/manageTools",
	"/update/torque-wrench",
	"/dashboard/myprofile",
	"/dashboard/makeAdmin",
	"/dashboard/addProducts",
	"/dashboard/manageOrders",
	"/dashboard/manageProducts",
];

async function expectClean(page: Page, path: string): Promise<void> {
	await page.goto(path);
	// An island that still waits shows its spinner: what is checked is what comes after.
	await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
	const { violations } = await new AxeBuilder({ page }).analyze();
	const found = violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0]?.html}`);
	expect(found).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const) {
	test.describe(`in ${colorScheme}`, () => {
		test.use({ colorScheme });

		for (const path of [...publicPages, ...forms]) {
			test(`${path} is accessible`, ({ page }) => expectClean(page, path));
		}

		test("Page Not Found is accessible", async ({ page }) => {
			expectNoise(page, /404/);
			await expectClean(page, "/nope");
		});

		for (const { role, email, password } of demoAccounts) {
			test(`what the ${role} sees is accessible`, async ({ page }) => {
				test.slow();
				await page.goto("/login");
				await signIn(page, { email, password });
				await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
				for (const path of role === "admin" ? administrators : customers)
					await expectClean(page, path);
			});
		}
	});
}

test("a page at 320 pixels needs no sideways scrolling", async ({ page }) => {
	await page.setViewportSize({ width: 320, height: 640 });
	for (const path of [...publicPages, ...forms]) {
		await page.goto(path);
		const { wide, view } = await page.evaluate(() => ({
			wide: document.documentElement.scrollWidth,
			view: document.documentElement.clientWidth,
		}));
		expect(wide, path).toBeLessThanOrEqual(view);
	}
});

test("the menu of a phone opens and leads on by keyboard alone", async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto("/");
	await page.keyboard.press("Tab");
	await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
	const menu = page.getByRole("button", { name: "Menu" });
	await menu.focus();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await expect(page.getByRole("link", { name: "Tools", exact: true })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL("/tools");
});
