/** An account's password and e-mail: reset, changed, verified. */
import { expect, type Page, type Request } from "@playwright/test";
import {
	allowConsole,
	followMail,
	mailSubjects,
	openAsNewCustomer,
	signIn,
	test,
	toast,
} from "./fixtures.ts";

const signedInAs = (page: Page, name: string) => page.getByRole("banner").getByText(name);

test("a forgotten password is reset by e-mail, which ends old sessions", async ({
	page,
	otherPage: old,
}) => {
	allowConsole(page, /400 \(Bad Request\)|401 \(Unauthorized\)|422 \(Unprocessable/);
	const person = await openAsNewCustomer(old, "/dashboard/myprofile");
	await expect(old.getByRole("heading", { name: "My Profile" })).toBeVisible();

	await page.goto("/login");
	await page.getByRole("link", { name: "Forgot your password?" }).click();
	await page.getByRole("button", { name: "Send reset link" }).click();
	await expect(page.getByText("Email is Required")).toBeVisible();
	await page.getByLabel("E-mail").fill(person.email);
	await page.getByRole("button", { name: "Send reset link" }).click();
	await expect(page.getByText("we've sent it a link")).toBeVisible();

	await followMail(page, person.email, mailSubjects.reset);
	const link = page.url();
	await page.getByLabel("New password").fill("five5");
	await page.getByRole("button", { name: "Set password" }).click();
	await expect(page.getByText("Must be 6 characters or longer")).toBeVisible();
	await page.getByLabel("New password").fill("password123");
	await page.getByRole("button", { name: "Set password" }).click();
	await expect(page.getByText("This password is too easy to guess.")).toBeVisible();
	await page.getByLabel("New password").fill("a chain and a sprocket");
	await page.getByRole("button", { name: "Set password" }).click();
	await expect(page.getByText("Password changed. Sign in.")).toBeVisible();

	await old.reload();
	await expect(old).toHaveURL("/login?from=%2Fdashboard%2Fmyprofile");

	await signIn(page, person);
	await expect(page.getByText("Invalid email or password")).toBeVisible();
	await signIn(page, { ...person, password: "a chain and a sprocket" });
	await expect(signedInAs(page, person.name)).toBeVisible();

	await page.goto(link);
	await page.getByLabel("New password").fill("a second time by one link");
	await page.getByRole("button", { name: "Set password" }).click();
	await expect(page.getByText("This link has expired or was already used.")).toBeVisible();
});

test("the page with the reset token in its URL leaks it in no Referer", async ({
	page,
	request,
}) => {
	const answer = await request.get("/reset?token=some-token");
	expect(answer.headers()["referrer-policy"]).toBe("no-referrer");
	expect(answer.headers()["cache-control"]).toBe("no-store");
	const loaded: Request[] = [];
	const note = (asked: Request) => loaded.push(asked);
	page.on("requestfinished", note);
	await page.goto("/reset?token=some-token");
	await expect(page.getByRole("button", { name: "Set password" })).toBeEnabled();
	page.off("requestfinished", note);
	const files = loaded.filter((asked) => !asked.isNavigationRequest());
	expect(files.length).toBeGreaterThan(0);
	// Scripts send their own URL as Referer; nothing sends the page's.
	const referers = await Promise.all(files.map((asked) => asked.headerValue("referer")));
	for (const referer of referers) expect(referer ?? "").not.toContain("some-token");
	await page.goto("/reset");
	await expect(page.getByText("This link is incomplete.")).toBeVisible();
});

test("the e-mail's link verifies who signs in again, and no other account", async ({
	page,
	otherPage: stranger,
}) => {
	const person = await openAsNewCustomer(page, "/dashboard/myprofile");
	await expect(page.getByText("Not verified yet.")).toBeVisible();
	await page.getByRole("button", { name: "Resend link" }).click();
	await expect(page.getByText("We've sent you a new link.")).toBeVisible();

	const other = await openAsNewCustomer(stranger, "/");
	await expect(signedInAs(stranger, other.name)).toBeVisible();
	await followMail(stranger, person.email, mailSubjects.verify);
	await expect(stranger.getByText("This link is for another account.")).toBeVisible();

	await page.getByRole("button", { name: "Sign Out" }).click();
	await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
	await followMail(page, person.email, mailSubjects.verify);
	await expect(page).toHaveURL(/\/login\?from=%2Fverify/);
	await signIn(page, person);
	await expect(page.getByText("Thank you. Your e-mail is verified.")).toBeVisible();
	await expect(page.getByText("Verified", { exact: true })).toBeVisible();
	await expect(page.getByText("Not verified yet.")).toBeHidden();
});

test("a changed password ends all other sessions", async ({ page, otherPage: other }) => {
	allowConsole(page, /400 \(Bad Request\)/);
	const person = await openAsNewCustomer(page, "/dashboard/myprofile");
	await expect(page.getByRole("heading", { name: "My Profile" })).toBeVisible();
	await other.goto("/login?from=/dashboard/myprofile");
	await signIn(other, person);
	await expect(other.getByRole("heading", { name: "My Profile" })).toBeVisible();

	const change = page.getByRole("button", { name: "Change password" });
	await change.click();
	await expect(page.getByText("Current password is Required")).toBeVisible();
	await page.getByLabel("Current password").fill("not the current one");
	await page.getByLabel("New password").fill("a chain and a sprocket");
	await change.click();
	await expect(page.getByText("This is not your current password.")).toBeVisible();
	await page.getByLabel("Current password").fill(person.password);
	await change.click();
	await expect(toast(page, "Password changed.")).toBeVisible();
	await expect(page.getByLabel("Current password")).toHaveValue("");

	await other.reload();
	await expect(other).toHaveURL("/login?from=%2Fdashboard%2Fmyprofile");
	// This session continues with a valid token.
	await page.getByRole("button", { name: "Update Profile" }).click();
	await page.getByLabel("Phone").fill("+1 555 0166");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByRole("main").getByText("+1 555 0166")).toBeVisible();
});

test("the forms are server-rendered with their labels", async ({ request }) => {
	for (const [path, label] of [
		["/forgot", "E-mail"],
		["/reset?token=some-token", "New password"],
	] as const) {
		const html = await (await request.get(path)).text();
		expect(html, path).toMatch(new RegExp(`<label[^>]*>(<[^>]+>)*${label}<`));
	}
});
