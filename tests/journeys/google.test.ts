import { expect, type Page } from "@playwright/test";
import { allowConsole, newPerson, rider, test } from "./fixtures.ts";

interface Identity {
	name: string;
	email: string;
	verified?: boolean;
}

/** Continues with Google by the button, and signs in there. */
async function continueAs(page: Page, { name, email, verified = true }: Identity): Promise<void> {
	await openGoogleConsent(page);
	await page.getByLabel("Name").fill(name);
	await page.getByLabel("E-mail").fill(email);
	await page.getByLabel("Verified by Google").setChecked(verified);
	await page.getByRole("button", { name: "Continue" }).click();
}

async function openGoogleConsent(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Continue with Google", exact: true }).click();
	await expect(
		page.getByRole("heading", { name: "Sign in with Google (local stand-in)" }),
	).toBeVisible();
}

const signedInAs = (page: Page, name: string) => page.getByRole("banner").getByText(name);

const errorAlert = (page: Page, text: string) =>
	page.getByRole("main").getByRole("alert").filter({ hasText: text });

test("a new user who cancels at Google first signs in, once the shop answers, and returns to the requested page", async ({
	page,
}) => {
	allowConsole(page, /503/);
	const { name, email } = newPerson();
	await page.goto("/login?from=/dashboard/myorders");
	await openGoogleConsent(page);
	await page.getByRole("button", { name: "Cancel" }).click();
	const cancelled = errorAlert(page, "Google sign-in was canceled.");
	await expect(cancelled).toBeVisible();
	await expect(cancelled).toHaveClass(/text-error/);

	await page.route("**/api/user/*", (route) => route.fulfill({ status: 503, body: "{}" }), {
		times: 1,
	});
	await continueAs(page, { name, email: email.toUpperCase() });
	await page.getByRole("button", { name: "Try again" }).click();
	await expect(page).toHaveURL("/dashboard/myorders");
	await expect(page.getByText("No Order Found Go to All Tools To order")).toBeVisible();
	await expect(signedInAs(page, name)).toBeVisible();

	await page.goto("/dashboard/myprofile");
	await expect(page.getByRole("main").getByText(email)).toBeVisible();
	await page.getByRole("button", { name: "Sign Out" }).click();
	await expect(page.getByRole("link", { name: "Login" })).toBeVisible();

	await page.goto("/login");
	await continueAs(page, { name: "A name changed at Google", email });
	await expect(page).toHaveURL("/");
	await expect(signedInAs(page, name)).toBeVisible();
});

test("an account whose e-mail is verified is linked, but only to a verified e-mail", async ({
	page,
}) => {
	// Codes in the URL are never shown.
	await page.goto("/login?error=<b>Call+555-0100</b>&error_description=Call+555-0100");
	await expect(errorAlert(page, "Google sign-in failed. Please try again.")).toBeVisible();
	expect(await page.content()).not.toContain("555-0100");
	const { email } = rider;
	await continueAs(page, { name: "Robin at Google", email, verified: false });
	const text = "This e-mail already has a password here. Sign in with it first.";
	await expect(errorAlert(page, text)).toBeVisible();
	await continueAs(page, { name: "Robin at Google", email });
	await expect(signedInAs(page, rider.name)).toBeVisible();
});

test("another site can't start a sign-in", async ({ request, baseURL }) => {
	const path = "/login/google?from=/review";
	for (const headers of [{ Origin: "https://evil.test" }, { Origin: "null" }]) {
		const answer = await request.post(path, { headers, maxRedirects: 0 });
		expect(answer.headers().location).toBe("/login?from=%2Freview");
	}
	const own = await request.post(path, { headers: { Origin: baseURL ?? "" } });
	expect(await own.text()).toContain("Redirecting to Google");
	const opened = await request.get(path, { maxRedirects: 0 });
	expect(opened.headers().location).toBe("/login?from=%2Freview");
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("the sign-up page offers Google too, and returns to the tool", async ({ page }) => {
		const { name, email } = newPerson();
		await page.goto("/signup?from=/purchase/chain-breaker");
		await continueAs(page, { name, email });
		await page.getByRole("main").getByRole("link", { name: "Continue" }).click();
		await expect(page).toHaveURL("/purchase/chain-breaker");
		await expect(page.getByRole("heading", { name: "Chain breaker" })).toBeVisible();
	});
});
